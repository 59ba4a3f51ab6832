/** Text inside HTML: what has to be escaped, and tags built from attributes. Tested by test/rich-text/to-html.test.ts. */
import { checkWords } from './arguments.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
  '\0': '',
}

/** For text and for values in double quotes. A value of a document may be empty, or a number: `null` and `undefined` become an empty text. */
export function escapeHTML(text: unknown): string {
  if (typeof text !== 'string') checkWords(text)
  return text === null || text === undefined ? '' : String(text).replace(/[&<>"'\r\0]/g, (character) => ESCAPES[character] ?? '')
}

/** `true` is an attribute without a value; `undefined`, `null` and `false` are left out. */
export type HTMLAttributes = Readonly<Record<string, string | number | boolean | null | undefined>>

/** An opening tag. The name and the names of attributes must be those of the caller, never stored ones. */
export function openTag(name: string, attributes: HTMLAttributes = {}): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === undefined || value === null || value === false) return ''
    return value === true ? ` ${key}` : ` ${key}="${escapeHTML(String(value))}"`
  })
  return `<${name}${written.join('')}>`
}

export const element = (name: string, attributes: HTMLAttributes, content: string): string =>
  `${openTag(name, attributes)}${content}</${name}>`
