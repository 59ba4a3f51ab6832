/** The keys of a bar of buttons: arrows, Home and End go from button to button, Escape leaves it, and letters go where it leads.
 * Tested by test/admin-components/writing-keys.test.ts.
 */

import { focusedIn } from './focus.ts'

export function pressInBar(event: KeyboardEvent, bar: HTMLElement, leave: () => void): void {
  if (event.key === 'Escape') leave()
  else {
    const buttons = buttonsIn(bar)
    const at = buttons.indexOf(focusedIn(bar) as HTMLElement)
    const by = getComputedStyle(bar).direction === 'rtl' ? -1 : 1
    const to = { ArrowRight: at + by, ArrowLeft: at - by, Home: 0, End: buttons.length - 1 }[event.key]
    if (at !== -1 && isLetter(event)) leave()
    if (to === undefined || at === -1) return
    buttons.at(to % buttons.length)?.focus()
  }
  event.preventDefault()
  event.stopPropagation()
}

/** The space presses the button. */
const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** Those of the bar itself, not those in the menus that it opens. */
export const buttonsIn = (bar: HTMLElement): HTMLElement[] =>
  [...bar.querySelectorAll<HTMLElement>('button, a[href]')].filter((one) => one.closest('[popover]') === bar.closest('[popover]'))
