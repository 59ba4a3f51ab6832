/** Ghost's Mobiledoc documents → HTML for the import. Cards that Lexical knows too are written by its table. Tested by test/features/transfer/pictures.test.ts. */
import { element, escapeHTML } from '../../rich-text/html-text.ts'
import { cardHTML } from './lexical.ts'
import type { Omit } from './omissions.ts'

type Marker = [kind: number, opened: number[], closed: number, value: string | number]

// biome-ignore lint/suspicious/noExplicitAny: sections of different kinds hold different values, which are checked where they are read
type Mobiledoc = Record<string, any>

const TEXT = 0
const [MARKUP, PICTURE, LIST, CARD] = [1, 2, 3, 10]

/** Kinds of quotes that HTML doesn't have. */
const QUOTES = ['aside', 'pull-quote']

/** Names of cards that Lexical calls differently. */
const CARDS: Readonly<Record<string, string>> = { hr: 'horizontalrule', code: 'codeblock', 'card-markdown': 'markdown' }

export function mobiledocHTML(document: Mobiledoc, omit: Omit): string {
  const sections: unknown[] = Array.isArray(document['sections']) ? document['sections'] : []
  return sections.map((section) => (Array.isArray(section) ? sectionHTML(section, document, omit) : '')).join('')
}

function sectionHTML([kind, ...values]: unknown[], document: Mobiledoc, omit: Omit): string {
  if (kind === MARKUP)
    return element(QUOTES.includes(String(values[0])) ? 'blockquote' : tagIn(values[0], 'p'), {}, markersHTML(values[1], document))
  if (kind === PICTURE) return `<img src="${escapeHTML(String(values[0]))}">`
  if (kind === LIST) {
    const items = Array.isArray(values[1]) ? values[1] : []
    return element(tagIn(values[0], 'ul'), {}, items.map((item) => element('li', {}, markersHTML(item, document))).join(''))
  }
  if (kind !== CARD) return ''
  const [name, payload] = document['cards']?.[Number(values[0])] ?? []
  return cardHTML({ ...payload, type: CARDS[name] ?? String(name) }, omit)
}

/** Markers open marks, and close the last of those that are open. */
function markersHTML(markers: unknown, document: Mobiledoc): string {
  const open: string[] = []
  let html = ''
  for (const [kind, opened, closed, value] of (Array.isArray(markers) ? markers : []) as Marker[]) {
    for (const index of opened) {
      const [tag, attributes = []] = document['markups']?.[index] ?? []
      const name = tagIn(tag, 'span')
      const at = attributes.indexOf('href')
      html += at < 0 ? `<${name}>` : `<${name} href="${escapeHTML(String(attributes[at + 1]))}">`
      open.push(name)
    }
    html += kind === TEXT ? escapeHTML(String(value)) : atomHTML(document['atoms']?.[Number(value)])
    for (let count = 0; count < closed; count++) html += `</${open.pop() ?? 'span'}>`
  }
  return html
}

const atomHTML = (atom: unknown): string =>
  Array.isArray(atom) ? (atom[0] === 'soft-return' ? '<br>' : escapeHTML(String(atom[1] ?? ''))) : ''

const tagIn = (name: unknown, otherwise: string): string =>
  /^[a-z][a-z0-9]*$/i.test(String(name)) ? String(name).toLowerCase() : otherwise
