// The guides and notes as static pages: docs/releasing.md.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')
const repository = 'https://github.com/curtail/curtail/blob/main/'

/** What becomes a page: the Markdown of the root, of docs, of the notes and of the examples. */
const isPage = (path) => /^([A-Z]+|docs\/[a-z]+|docs\/README|research\/notes\/[^/]+|examples\/README)\.md$/.test(path)

const title = (path) => readFileSync(join(root, path), 'utf8').match(/^# (.*)/m)[1].replaceAll('`', '')
const entry = (path) => ({ text: title(path), link: '/' + path.replace(/README\.md$/, '').replace(/\.md$/, '') })
const entries = (folder) =>
  readdirSync(join(root, folder))
    .map((name) => folder + '/' + name)
    .filter(isPage)
    .sort()
    .map(entry)

/** Links from a page to a file of the repository that is no page lead to the repository. */
function linkFiles(markdown) {
  markdown.core.ruler.push('files', (state) => {
    const from = dirname(state.env.relativePath)
    for (const block of state.tokens) {
      for (const token of block.children ?? []) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null
        if (href === null || /^([a-z]+:|#)/.test(href)) continue
        const [path, heading] = decodeURI(href).split('#')
        const target = relative(root, resolve(root, from, path))
        if (!existsSync(join(root, target))) throw new Error(`${state.env.relativePath}: no file ${path}`)
        const page = statSync(join(root, target)).isDirectory() ? join(target, 'README.md') : target
        const place = isPage(page) ? '/' + page.replace(/README\.md$/, '') : repository + target
        token.attrSet('href', place + (heading ? '#' + heading : ''))
      }
    }
  })
}

/** Indented lines are commands: blocks that scroll, with a button that copies them. */
function commandBlocks(markdown) {
  const rules = markdown.renderer.rules
  rules.code_block = (tokens, index, ...more) => {
    tokens[index].info = 'sh'
    return rules.fence(tokens, index, ...more)
  }
}

/** The anchor of a heading, as the code host makes it. */
const slugify = (heading) =>
  heading.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-')

export default {
  title: 'curtail',
  description: 'Shortens the latency tail of interactive services.',
  srcDir: root,
  srcExclude: ['**/target/**', '**/node_modules/**'],
  base: process.env.SITE_BASE ?? '/',
  outDir: join(root, 'target/site'),
  rewrites: (path) => path.replace(/README\.md$/, 'index.md'),
  // A link to a page that does not exist fails the build; this is the default, and here it is meant.
  ignoreDeadLinks: false,
  markdown: { config: (markdown) => markdown.use(linkFiles).use(commandBlocks), anchor: { slugify } },
  vite: {
    publicDir: false,
    // Pages are outside of this folder, where no package is found.
    resolve: {
      alias: {
        'vue/server-renderer': join(import.meta.dirname, '../node_modules/vue/server-renderer'),
        vue: join(import.meta.dirname, '../node_modules/vue'),
      },
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Guides', link: '/docs/' },
      { text: 'Examples', link: '/examples/' },
      { text: 'Notes', link: '/research/notes/' },
    ],
    sidebar: [
      { text: 'Guides', items: entries('docs') },
      { text: 'Project', items: ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'examples/README.md'].map(entry) },
      { text: 'Research notes', collapsed: true, items: entries('research/notes') },
    ],
    socialLinks: [{ icon: 'github', link: 'https://github.com/curtail/curtail' }],
  },
}
