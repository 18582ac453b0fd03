// Checks each link within the built pages: the page exists, and the heading too.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'

const site = resolve(import.meta.dirname, '../../target/site')
const base = process.env.SITE_BASE ?? '/'
const pages = readdirSync(site, { recursive: true }).filter((name) => name.endsWith('.html'))
const html = new Map(pages.map((name) => [name, readFileSync(join(site, name), 'utf8')]))

let links = 0
const broken = []
for (const [page, text] of html) {
  for (const [, href] of text.matchAll(/<a [^>]*href="([^"]*)"/g)) {
    if (/^[a-z]+:/.test(href) || page === '404.html') continue
    links++
    const [path, heading] = href.split('#')
    let target = path === '' ? page : path.startsWith(base) ? path.slice(base.length) : posix.join(posix.dirname(page), path)
    if (target === '' || target.endsWith('/')) target += 'index.html'
    const found = html.has(target) || existsSync(join(site, target))
    if (!found || (heading && !html.get(target).includes(`id="${decodeURIComponent(heading)}"`))) {
      broken.push(`${page}: ${href}`)
    }
  }
}
console.log(`${pages.length} pages, ${links} links, ${broken.length} broken`)
broken.forEach((link) => console.log(link))
process.exit(broken.length === 0 ? 0 : 1)
