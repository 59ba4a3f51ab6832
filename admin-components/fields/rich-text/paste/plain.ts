/** What plain text from the clipboard is: rows of a spreadsheet, Markdown, one address, or words. Tested by test/admin-components/paste-corpus.test.ts. */

import type { EditorView } from '@tiptap/pm/view'
import { keepNumbers } from './numbered-lines.ts'

/** Whether the words are pasted as they were written. Formatted words, and what has been read as Markdown or as a table, contain no more Markdown. */
export function isAsWritten(view: EditorView, data: DataTransfer | null | undefined): boolean {
  if (!data) return false
  let isWritten = known.get(data)
  if (isWritten === undefined) {
    const text = data.getData('text/plain')
    isWritten =
      text !== '' && data.getData('text/html') === '' && !staysPlain(view) && markdownIn(text) === undefined && tableIn(text) === undefined
    known.set(data, isWritten)
  }
  return isWritten
}

/** Each paragraph of a paste asks. */
const known = new WeakMap<DataTransfer, boolean>()

/** The user asked for plain text, with Shift. */
export const staysPlain = (view: EditorView): boolean => (view as unknown as { input: { shiftKey: boolean } }).input.shiftKey

/** Cells between tabs, in lines of equal length. */
export function tableIn(text: string): string | undefined {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t'))
  const width = rows[0]?.length ?? 0
  if (width < 2 || rows.length < 2 || rows.some((row) => row.length !== width)) return undefined
  const cells = (row: readonly string[]) => row.map((cell) => `<td>${escaped(cell.trim())}</td>`).join('')
  return `<table>${rows.map((row) => `<tr>${cells(row)}</tr>`).join('')}</table>`
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const CERTAIN = [
  /^#{1,6} \S/m,
  /^(```|~~~)/m,
  /^\|.+\|\s*\n\|\s*:?-+/m,
  /\[[^\]\n]+\]\([^)\s]+\)/,
  /^\s*[-*+] \[[ xX]\] /m,
  /(?<![/\\])\*\*[^*\s/\\]([^*\n]*[^*\s/\\])?\*\*(?![/\\])/,
]
const LIKELY = [/^\s*[-*+] \S.*\n\s*[-*+] \S/m, /^\s*\d+[.)] \S.*\n\s*\d+[.)] \S/m, /^> \S/m, /^(---|\*\*\*)$/m, /`[^`\s]([^`\n]*[^`\s])?`/]

/** As the parser of Markdown should read it. */
export function markdownIn(text: string): string | undefined {
  const markdown = keepNumbers(text.replace(/\r\n?/g, '\n'))
  return [...CERTAIN, ...LIKELY].some((pattern) => pattern.test(markdown)) ? markdown : undefined
}

export function addressIn(text: string): string | undefined {
  const address = text.trim()
  return /^https?:\/\/\S+$/i.test(address) && URL.canParse(address) ? address : undefined
}
