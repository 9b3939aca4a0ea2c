// Render Markdown and MDX as the real compilers do, to static HTML: one line of JSON for each file named on stdin.
//
// A component shows its children and nothing else, or, without children, <citegate-opaque>. An expression whose
// value the source alone does not tell becomes <citegate-opaque>; an attribute of that kind is left out.
import {readFile} from 'node:fs/promises'
import {createInterface} from 'node:readline'
import {performance} from 'node:perf_hooks'
import {evaluate} from '@mdx-js/mdx'
import * as runtime from 'react/jsx-runtime'
import {createElement} from 'react'
import {renderToStaticMarkup} from 'react-dom/server'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import rehypeStringify from 'rehype-stringify'
import remarkMdxFrontmatter from 'remark-mdx-frontmatter'
import {unified} from 'unified'

const OPAQUE = 'citegate-opaque'

function isKnown(node, names) {
  if (!node) return false
  if (node.type === 'Literal') return !node.regex && node.bigint === undefined
  if (node.type === 'TemplateLiteral') return node.expressions.length === 0
  if (node.type === 'Identifier') return names.has(node.name) || node.name === 'undefined'
  if (node.type === 'UnaryExpression') return node.operator === '-' && isKnown(node.argument, names)
  if (node.type === 'BinaryExpression') return node.operator === '+' && isKnown(node.left, names) && isKnown(node.right, names)
  if (node.type === 'ArrayExpression') return node.elements.every(item => isKnown(item, names))
  if (node.type === 'ObjectExpression') {
    return node.properties.every(item => item.type === 'Property' && !item.computed && isKnown(item.value, names))
  }
  if (node.type === 'MemberExpression') {
    return isKnown(node.object, names) && (!node.computed || node.property.type === 'Literal')
  }
  return false
}

function expression(node) {
  const body = node.data?.estree?.body
  return body && body.length === 1 && body[0].type === 'ExpressionStatement' ? body[0].expression : undefined
}

function walk(node, visit) {
  const stack = [[node, undefined, 0]]
  while (stack.length > 0) {
    const [current, parent, index] = stack.pop()
    const next = visit(current, parent, index) ?? current
    for (let at = (next.children ?? []).length - 1; at >= 0; at--) stack.push([next.children[at], next, at])
  }
}

function literalExports(estree, names) {
  for (const statement of estree?.body ?? []) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : undefined
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const item of declaration.declarations) {
      if (item.id.type === 'Identifier' && isKnown(item.init, names)) names.add(item.id.name)
    }
  }
}

function onlyKnown(components) {
  return () => tree => {
    const names = new Set(['frontmatter'])
    walk(tree, node => {
      if (node.type === 'mdxjsEsm') literalExports(node.data?.estree, names)
    })
    tree.children = tree.children.filter(node => node.type !== 'mdxjsEsm' || keepExports(node, names))
    walk(tree, (node, parent, index) => {
      if (node.type === 'mdxFlowExpression' || node.type === 'mdxTextExpression') {
        const value = expression(node)
        if (value ? !isKnown(value, names) : (node.data?.estree?.body.length ?? 0) > 0) {
          parent.children[index] = {
            type: node.type === 'mdxFlowExpression' ? 'mdxJsxFlowElement' : 'mdxJsxTextElement',
            name: OPAQUE, attributes: [], children: []
          }
          return parent.children[index]
        }
      } else if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') {
        node.attributes = node.attributes.filter(item => item.type === 'mdxJsxAttribute' &&
          (typeof item.value !== 'object' || !item.value || isKnown(expression(item.value), names)))
        const name = node.name ?? ''
        if (/^[A-Z]|\./.test(name)) components.add(name)
      }
    })
  }
}

function keepExports(node, names) {
  const body = node.data?.estree?.body ?? []
  const kept = body.filter(statement => statement.type === 'ExportNamedDeclaration' &&
    statement.declaration?.type === 'VariableDeclaration' &&
    statement.declaration.declarations.every(item => item.id.type === 'Identifier' && names.has(item.id.name)))
  if (node.data?.estree) node.data.estree.body = kept
  return kept.length > 0
}

function pass({children}) {
  return children === undefined || (Array.isArray(children) && children.length === 0) ? createElement(OPAQUE) : children
}

function passThrough() {
  return new Proxy(pass, {get: (target, key) => key in target || typeof key === 'symbol' || !/^[A-Z]/.test(key) ? target[key] : passThrough()})
}

async function mdx(text) {
  const names = new Set()
  const options = {...runtime, remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkGfm, onlyKnown(names)]}
  const {default: Content} = await evaluate(text, options)
  const components = {}
  for (const name of names) components[name.split('.')[0]] = passThrough()
  return renderToStaticMarkup(createElement(Content, {components}))
}

const markdownProcessor = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm)
  .use(remarkRehype, {allowDangerousHtml: true}).use(rehypeStringify, {allowDangerousHtml: true})

const started = performance.now()
for await (const path of createInterface({input: process.stdin})) {
  const text = path.startsWith('{') ? JSON.parse(path).text : (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  const isMdx = path.startsWith('{') ? JSON.parse(path).mdx : path.endsWith('.mdx')
  const begin = performance.now()
  let result
  try {
    result = {path, html: isMdx ? await mdx(text) : String(markdownProcessor.processSync(text))}
  } catch (error) {
    result = {path, error: error.reason ?? error.message, line: error.line ?? error.place?.line, column: error.column}
  }
  result.ms = performance.now() - begin
  process.stdout.write(JSON.stringify(result) + '\n')
}
process.stderr.write(`${Math.round(performance.now() - started)} ms\n`)
