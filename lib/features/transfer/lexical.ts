/** Ghost's Lexical documents → HTML for the import. Unknown cards are reported as left out. */
import { htmlOfMarkdown } from '../../rich-text/from-markdown.ts'
import { escapeHTML } from '../../rich-text/html-text.ts'
import { type Omit, omission } from './omissions.ts'

// biome-ignore lint/suspicious/noExplicitAny: nodes of different kinds have different properties
type Node = Record<string, any>

/** Bits of a text node's `format`. */
const FORMATS: [bit: number, tag: string][] = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [8, 'u'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
]

/** How each type of node becomes HTML; other nodes become the HTML of their children. */
const NODES: Record<string, (node: Node, inside: () => string, omit: Omit) => string> = {
  text: textOf,
  'extended-text': textOf,
  tab: textOf,
  tk: textOf,
  linebreak: () => '<br>',
  paragraph: (_, inside) => `<p>${inside()}</p>`,
  heading: headingOf,
  'extended-heading': headingOf,
  quote: (_, inside) => `<blockquote><p>${inside()}</p></blockquote>`,
  'extended-quote': (_, inside) => `<blockquote><p>${inside()}</p></blockquote>`,
  aside: (_, inside) => `<blockquote><p>${inside()}</p></blockquote>`,
  list: ({ listType, start }, inside) =>
    listType === 'number' ? `<ol start="${escaped(start ?? 1)}">${inside()}</ol>` : `<ul>${inside()}</ul>`,
  listitem: itemOf,
  link: ({ url }, inside) => `<a href="${escaped(url)}">${inside()}</a>`,
  autolink: ({ url }, inside) => `<a href="${escaped(url)}">${inside()}</a>`,
  horizontalrule: () => '<hr>',
  codeblock: ({ code, language, caption }) =>
    `<pre><code${language ? ` class="language-${escaped(language)}"` : ''}>${escaped(code)}</code></pre>${paragraph(caption)}`,
  html: ({ html }) => String(html ?? ''),
  markdown: ({ markdown }) => htmlOfMarkdown(String(markdown ?? '')),
  image: pictureHTML,
  gallery: ({ images, caption }) => `${list(images).map(pictureHTML).join('')}${paragraph(caption)}`,
  embed: ({ url, html, caption }) => playerHTML(url, html) + paragraph(caption),
  callout: calloutHTML,
  toggle: ({ heading, content }) => `<h4>${heading ?? ''}</h4>${content ?? ''}`,
  bookmark: ({ url, metadata, caption }) =>
    linkHTML(url, metadata?.title ?? url) + paragraph(escaped(metadata?.description)) + paragraph(caption),
  button: buttonHTML,
  file: ({ src, fileTitle, fileName, fileCaption }) => linkHTML(src, fileTitle || fileName || src) + paragraph(fileCaption),
  video: ({ src, caption }) => `<video src="${escaped(src)}"></video>${paragraph(caption)}`,
  audio: ({ src, title }) => `${paragraph(escaped(title))}<audio src="${escaped(src)}"></audio>`,
  header: (node) =>
    `${optionalPicture(node['backgroundImageSrc'])}${node['header'] ? `<h2>${node['header']}</h2>` : ''}${paragraph(node['subheader'])}${buttonHTML(node)}`,
  product: productHTML,
  'call-to-action': (node) =>
    `${node['hasSponsorLabel'] === false ? '' : (node['sponsorLabel'] ?? '')}${optionalPicture(node['imageUrl'])}${node['textValue'] ?? ''}${buttonHTML(node)}`,
  paywall: () => '',
  zwnj: () => '',
  'at-link-search': () => '',
}

export const htmlOf = (document: Node, omit: Omit): string => insideOf(document['root'] ?? {}, omit)

function insideOf({ children }: Node, omit: Omit): string {
  return Array.isArray(children) ? children.map((child) => nodeOf(child, omit)).join('') : ''
}

export const cardHTML = (node: Node, omit: Omit): string => nodeOf(node, omit)

function nodeOf(node: Node, omit: Omit): string {
  const known = Object.hasOwn(NODES, node['type']) ? NODES[node['type']] : undefined
  if (known) return known(node, () => insideOf(node, omit), omit)
  if (!Array.isArray(node['children'])) omit(omission(`${node['type']} card`, String(node['url'] ?? node['src'] ?? '')))
  return insideOf(node, omit)
}

function textOf({ text, format = 0 }: Node): string {
  return FORMATS.reduce((html, [bit, tag]) => ((format & bit) === 0 ? html : `<${tag}>${html}</${tag}>`), escaped(text))
}

/** Lexical keeps a nested list in a separate item; in HTML it belongs to the item before. */
function itemOf({ checked, children }: Node, inside: () => string): string {
  if (list(children).length > 0 && list(children).every(({ type }) => type === 'list')) return inside()
  const box = typeof checked === 'boolean' ? `<input type="checkbox"${checked ? ' checked' : ''}>` : ''
  return `<li>${box}${inside()}</li>`
}

function headingOf({ tag }: Node, inside: () => string): string {
  const name = /^h[1-6]$/.test(tag) ? tag : 'h2'
  return `<${name}>${inside()}</${name}>`
}

/** Galleries and old cards name the width of the file, so it says nothing about the text. */
function pictureHTML({ src, alt, caption, href }: Node): string {
  const picture = `<img src="${escaped(src)}" alt="${escaped(alt)}">`
  const linked = href ? `<a href="${escaped(href)}">${picture}</a>` : picture
  return `<figure>${linked}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`
}

const optionalPicture = (src: unknown): string => (src ? pictureHTML({ src }) : '')

/** The page, or the player in the HTML that Ghost stored: an embed, or a link if the field doesn't have its site. */
function playerHTML(url: unknown, html: unknown): string {
  const [, player] = /<iframe\b[^>]*\ssrc=["']([^"']+)/i.exec(String(html ?? '')) ?? []
  return url || player ? `<iframe src="${escaped(url || player)}"></iframe>` : String(html ?? '')
}

/** The text is a line, or has paragraphs, the first of which begins with the emoji. */
function calloutHTML({ calloutEmoji, calloutText }: Node): string {
  const [, start = '', text] = /^(\s*<p\b[^>]*>)?([\s\S]*)$/i.exec(String(calloutText ?? '')) ?? []
  return `${start || '<p>'}${calloutEmoji ? `${escaped(calloutEmoji)} ` : ''}${text}${start ? '' : '</p>'}`
}

function productHTML({ productImageSrc, productTitle, productDescription, productUrl, productButton }: Node): string {
  const picture = optionalPicture(productImageSrc)
  const title = productTitle ? `<h4>${productTitle}</h4>` : ''
  return `${picture}${title}${productDescription ?? ''}${buttonHTML({ buttonUrl: productUrl, buttonText: productButton })}`
}

function buttonHTML({ buttonUrl, buttonText }: Node): string {
  return buttonUrl && buttonText ? linkHTML(buttonUrl, buttonText) : ''
}

/** Captions are HTML. */
const paragraph = (html: unknown): string => (html ? `<p>${html}</p>` : '')

const linkHTML = (url: unknown, text: unknown): string => `<p><a href="${escaped(url)}">${escaped(text)}</a></p>`

const list = (value: unknown): Node[] => (Array.isArray(value) ? value : [])

const escaped = (text: unknown): string => escapeHTML(String(text ?? ''))
