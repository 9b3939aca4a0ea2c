// Write citegate/parse/markdown/emoji.json from the npm package gemoji: node make_emoji.mjs < /dev/null > emoji.json
import {nameToEmoji} from 'gemoji'

const names = Object.keys(nameToEmoji).sort()
process.stdout.write('{\n' + names.map(name => `${JSON.stringify(name)}: ${JSON.stringify(nameToEmoji[name])}`).join(',\n') + '\n}\n')
