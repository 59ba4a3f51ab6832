/** Scrolls a page that somebody comes back to as far down as it was, as soon as it is that tall, unless they act before.
 * Tested by test/admin-components/everyday.test.ts.
 */

/** In milliseconds; rows may still be drawn when a list has loaded. */
const LONGEST_WAIT = 2000

export function scrollBack(top: number): void {
  const acted = new AbortController()
  for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(type, () => acted.abort(), { signal: acted.signal, capture: true, passive: true })
  const until = performance.now() + LONGEST_WAIT
  const scroll = () => {
    if (acted.signal.aborted) return
    scrollTo(0, top)
    if (scrollY >= top - 1 || performance.now() > until) acted.abort()
    else requestAnimationFrame(scroll)
  }
  scroll()
}
