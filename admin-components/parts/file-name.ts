/** The name of a file. A long one gives way in its middle, because such names often differ only at their ends.
 * Tested by test/admin-components/file-name.test.ts.
 */
import { html, type TemplateResult } from 'lit'

/** Shorter names have room nearly everywhere. */
const LONG = 24
/** So much of the end always shows, an ordinary extension included; less if a word begins there. */
const END = 14
const WORD = /^[^-_. ]{0,6}(?=[-_. ].*[-_. ])/

const FROM_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u

/** What comes before the place at which a name may be cut, and what follows it. */
export function halves(name: string): [start: string, end: string] | undefined {
  // Its beginning would be at the cut.
  if (name.length <= LONG || FROM_RIGHT.test(name)) return undefined
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(name)].map(({ segment }) => segment)
  if (characters.length <= LONG) return undefined
  const end = characters.slice(-END).join('').replace(WORD, '')
  return [name.slice(0, -end.length), end]
}

/** In one line; on a tile, one that isn't cut may take two. Those who can't see it hear all of it at once. */
export function fileName(name: string, isOnTile = false): TemplateResult {
  const cut = halves(name)
  if (!cut) return html`<span class=${isOnTile ? 'two-lines' : 'file-name'}>${name}</span>`
  const [start, end] = cut
  return html`
    <span class="file-name cut" title=${name}>
      <span class="unseen">${name}</span><span class="stem" aria-hidden="true">${start}</span><span aria-hidden="true">${end}</span>
    </span>
  `
}
