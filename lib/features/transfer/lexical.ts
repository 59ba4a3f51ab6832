/** Ghost's Lexical documents → HTML for the import. Cards without text are reported as left out. */
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
]

/** How each type of node becomes HTML; other nodes become the HTML of their children. */
const NODES: Record<string, (node: Node, inside: () => string, omit: Omit) => string> = {
  text: textOf,
  'extended-text': textOf,
  linebreak: () => '<br>',
  paragraph: (_, inside) => `<p>${inside()}</p>`,
  heading: headingOf,
  'extended-heading': headingOf,
  quote: (_, inside) => `<blockquote><p>${inside()}</p></blockquote>`,
  'extended-quote': (_, inside) => `<blockquote><p>${inside()}</p></blockquote>`,
  aside: (_, inside) => `<blockquote><p>${inside()}</p></blockquote>`,
  list: ({ listType }, inside) => (listType === 'number' ? `<ol>${inside()}</ol>` : `<ul>${inside()}</ul>`),
  listitem: (_, inside) => `<li>${inside()}</li>`,
  link: ({ url }, inside) => `<a href="${escaped(url)}">${inside()}</a>`,
  autolink: ({ url }, inside) => `<a href="${escaped(url)}">${inside()}</a>`,
  horizontalrule: () => '<hr>',
  codeblock: ({ code, language }) => `<pre><code${language ? ` class="language-${escaped(language)}"` : ''}>${escaped(code)}</code></pre>`,
  html: ({ html }) => String(html ?? ''),
  image: ({ src, alt, caption }) => `<img src="${escaped(src)}" alt="${escaped(alt)}">${caption ? `<p>${caption}</p>` : ''}`,
  callout: ({ calloutText }) => `<p>${calloutText ?? ''}</p>`,
  toggle: ({ heading, content }) => `<h4>${heading ?? ''}</h4>${content ?? ''}`,
  bookmark: ({ url, metadata }) => `<p><a href="${escaped(url)}">${escaped(metadata?.title ?? url)}</a></p>`,
  button: ({ buttonUrl, buttonText }) => `<p><a href="${escaped(buttonUrl)}">${escaped(buttonText)}</a></p>`,
  paywall: () => '',
}

export const htmlOf = (document: Node, omit: Omit): string => insideOf(document['root'] ?? {}, omit)

function insideOf({ children }: Node, omit: Omit): string {
  return Array.isArray(children) ? children.map((child) => nodeOf(child, omit)).join('') : ''
}

function nodeOf(node: Node, omit: Omit): string {
  const known = Object.hasOwn(NODES, node['type']) ? NODES[node['type']] : undefined
  if (known) return known(node, () => insideOf(node, omit), omit)
  if (!Array.isArray(node['children'])) omit(omission(`${node['type']} card`, String(node['url'] ?? node['src'] ?? '')))
  return insideOf(node, omit)
}

function textOf({ text, format = 0 }: Node): string {
  return FORMATS.reduce((html, [bit, tag]) => ((format & bit) === 0 ? html : `<${tag}>${html}</${tag}>`), escaped(text))
}

function headingOf({ tag }: Node, inside: () => string): string {
  const name = /^h[1-6]$/.test(tag) ? tag : 'h2'
  return `<${name}>${inside()}</${name}>`
}

const escaped = (text: unknown): string =>
  String(text ?? '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
