/** The buttons that move something one place up or down. The focus goes along with what moves, and its new place is announced.
 * Tested by test/admin-components/moving.test.ts.
 */
import { html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { announce } from './announce.ts'
import { focusedIn } from './focus.ts'
import { icon } from './icon.ts'

interface Movable {
  /** What moves. */
  title: string
  at: number
  count: number
  icons?: readonly [back: string, on: string]
  move(to: number): unknown
}

export function moveButtons(host: CmsElement, { title, at, count, icons = ['arrow-up', 'arrow-down'], move }: Movable): TemplateResult {
  const button = (by: -1 | 1, label: string, face: string) => html`
    <button
      type="button"
      class="plain small icon-only"
      data-moves=${by}
      aria-label=${label}
      title=${label}
      ?disabled=${at + by < 0 || at + by >= count}
      @click=${() => move(at + by)}>
      ${icon(face)}
    </button>
  `
  return html`${button(-1, host.t('move.up', { title }), icons[0])} ${button(1, host.t('move.down', { title }), icons[1])}`
}

interface Moved {
  from: number
  to: number
  count: number
}

/** Call it after the new order has been rendered. `row` is the thing at its new place. A focus that somebody moved elsewhere stays there. */
export function followMoved(host: CmsElement, row: Element | null, { from, to, count }: Moved): void {
  announce(host, host.t('move.done', { place: to + 1, count }))
  if (!row || !mayTakeFocus(focusedIn(host))) return
  const sameWay = to < from ? -1 : 1
  const buttons = [sameWay, -sameWay].map((by) => row.querySelector<HTMLButtonElement>(`[data-moves='${by}']`))
  const button = buttons.find((one) => one?.disabled === false && one.checkVisibility())
  ;(button ?? row.querySelector<HTMLElement>('cms-menu > button'))?.focus()
}

/** A button that has become disabled loses it. */
const mayTakeFocus = (now: Element | null): boolean =>
  now === null || now === document.body || now.closest('[data-moves], cms-menu') !== null
