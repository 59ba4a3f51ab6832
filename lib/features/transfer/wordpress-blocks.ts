/** Reads the comments of WordPress's block editor: links, covers and footnotes become HTML; blocks of plugins are counted.
 * Tested by test/features/transfer/other-systems.test.ts.
 */
import { element, escapeHTML } from '../../rich-text/html-text.ts'
import { type Omission, omission } from './omissions.ts'

/** JSON in these comments never contains `>`. */
const COMMENT = /<!--\s+wp:([\w/-]+)\s+(?:(\{[^>]*\})\s+)?(\/?)-->(?:\s*<!--\s+\/wp:\1\s+-->)?/g

type Attributes = Readonly<Record<string, unknown>>

/** A block that consists of its comment, or the comment in front of its HTML. */
interface Comment {
  name: string
  attributes: Attributes
  isAlone: boolean
  /** What follows in the text. */
  rest: string
}

/** A file of the WordPress media library. */
export interface Attachment {
  url: string
  alt: string
  /** The id of the post that it was uploaded for. */
  parent: string
}

export interface Footnote {
  id: string
  content: string
}

/** The blocks of a text that leave words or pictures behind. */
export const omittedBlocks = (html: string): Omission[] =>
  [...html.matchAll(COMMENT)].flatMap((match) => {
    const { name, attributes, isAlone } = commentOf(match)
    if (name === 'block') return [omission('reusable block', String(attributes['ref']))]
    const url = at(attributes, 'style', 'background', 'backgroundImage', 'url')
    if (typeof url === 'string') return [omission('background picture', url)]
    const isKept = isAlone ? Object.hasOwn(KEPT, name) : !hasFields(attributes)
    return isKept ? [] : [omission(`${name} block`, JSON.stringify(attributes))]
  })

/** `notes`: the footnotes of the text. */
export function withBlocks(html: string, files: ReadonlyMap<string, Attachment>, notes: readonly Footnote[]): string {
  const made = html.replace(COMMENT, (...match) => {
    const found = [...match.slice(0, 4)] as unknown as RegExpMatchArray
    const comment = commentOf(Object.assign(found, { index: match[4] as number, input: html }))
    return Object.hasOwn(KEPT, comment.name) ? (match[0] as string) + (KEPT[comment.name]?.(comment, files) ?? '') : (match[0] as string)
  })
  return withNotes(made, notes)
}

/** What stands for a block in HTML. */
const KEPT: Readonly<Record<string, (comment: Comment, files: ReadonlyMap<string, Attachment>) => string>> = {
  'social-link': ({ attributes: { url, label, service } }) =>
    typeof url === 'string' ? element('li', {}, element('a', { href: url }, escapeHTML(String(label || service || url)))) : '',
  cover: ({ attributes: { url, id, alt, backgroundType }, rest }, files) => {
    const file = files.get(String(id))
    const address = file?.url ?? url
    const [own = ''] = rest.split('<!--', 1)
    if (typeof address !== 'string' || backgroundType === 'video' || /<img\b/i.test(own)) return ''
    return `<figure><img src="${escapeHTML(address)}" alt="${escapeHTML(String(alt ?? file?.alt ?? ''))}"></figure>`
  },
  footnotes: () => '',
}

/** Advanced Custom Fields keeps the words of a block next to the blocks inside it. */
const hasFields = ({ data }: Attributes): boolean => typeof data === 'object' && data !== null && Object.keys(data).length > 0

function commentOf({ 0: whole, 1: name = '', 2: json = '{}', 3: end, index = 0, input = '' }: RegExpMatchArray): Comment {
  return {
    name: name.replace(/^core\//, ''),
    attributes: parsed(json) ?? {},
    isAlone: end === '/' || /-->\s*<!--/.test(whole ?? ''),
    rest: input.slice(index + (whole ?? '').length),
  }
}

/** Numbers in the order of the text, and the notes as a list where WordPress has them. */
function withNotes(html: string, notes: readonly Footnote[]): string {
  if (notes.length === 0) return html
  const numbers = new Map<string, number>()
  const numberOf = (id: string): number => numbers.get(id) ?? numbers.set(id, numbers.size + 1).size
  const numbered = html.replace(/<sup\b[^>]*\bdata-fn="([^"]*)"[^>]*>[\s\S]*?<\/sup>/gi, (sup, id) =>
    notes.some((note) => note.id === id) ? element('sup', { class: 'footnote' }, String(numberOf(id))) : sup,
  )
  const inOrder = [...notes].sort((one, other) => numberOf(one.id) - numberOf(other.id))
  const list = `<hr>${element('ol', {}, inOrder.map(({ content }) => element('li', {}, content)).join(''))}`
  const place = /<!--\s+wp:footnotes\b[^>]*-->/
  return place.test(numbered) ? numbered.replace(place, () => list) : numbered + list
}

/** What WordPress keeps of a post's footnotes, as text. */
export function notesOf(meta: string | undefined): Footnote[] {
  const list = parsed(meta ?? '')
  return Array.isArray(list)
    ? list.filter((note): note is Footnote => typeof note?.id === 'string' && typeof note.content === 'string')
    : []
}

function parsed(json: string) {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((one, name) => (typeof one === 'object' && one !== null ? (one as Attributes)[name] : undefined), value)
