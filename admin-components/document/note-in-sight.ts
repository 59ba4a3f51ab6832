/** Focuses the note about a save that failed, and scrolls until neither the heading at the top nor the buttons at the bottom cover it.
 * Tested by test/admin-components/note-in-sight.test.ts.
 */
import { scrollerOf } from '../parts/scroller.ts'

/** Between the note and what covers the page, in pixels. */
const AIR = 8

/** The note is at the beginning of its form, where the heading covers nothing, however high it becomes. */
export function showNote(note: HTMLElement): void {
  note.focus({ preventScroll: true })
  const scroller = scrollerOf(note)
  scroller.scrollTo({ top: 0, behavior: 'instant' })
  const { top, bottom } = note.getBoundingClientRect()
  const shown = freePart(note, scroller)
  const hidden = Math.min(bottom - shown.bottom, top - shown.top)
  if (hidden > 0) scroller.scrollBy({ top: hidden, behavior: 'instant' })
}

function freePart(note: HTMLElement, scroller: HTMLElement): { top: number; bottom: number } {
  const bars = [...(note.closest('.document')?.querySelectorAll('.page-head, .page-head > .reach') ?? [])]
  const sticky = bars.filter((bar) => getComputedStyle(bar).position === 'sticky').map((bar) => bar.getBoundingClientRect())
  const window = { top: 0, bottom: scroller.clientHeight }
  const { top, bottom } = scroller === document.documentElement ? window : scroller.getBoundingClientRect()
  const middle = (top + bottom) / 2
  const above = sticky.filter((bar) => bar.bottom < middle).map((bar) => bar.bottom)
  const under = sticky.filter((bar) => bar.top > middle).map((bar) => bar.top)
  return { top: Math.max(top, ...above) + AIR, bottom: Math.min(bottom, ...under) - AIR }
}
