/** The buttons that move something one place up or down, or back and forward among tiles. The focus goes along with what moves, and its new place is announced.
 * Tested by test/admin-components/moving.test.ts.
 */
import { html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { announce } from './announce.ts'
import { focusedIn } from './focus.ts'
import { icon } from './icon.ts'

/** How a button looks and what it is called, by where it moves something. */
const WAYS = {
  list: { '-1': ['arrow-up', 'move.up'], '1': ['arrow-down', 'move.down'] },
  tiles: { '-1': ['chevron-left', 'move.back'], '1': ['chevron-right', 'move.forward'] },
} as const

export type MovedIn = keyof typeof WAYS

interface Movable {
  /** What moves. */
  title: string
  at: number
  count: number
  /** @default 'list' */
  within?: MovedIn
  move(to: number): unknown
}

export function moveButtons(host: CmsElement, { title, at, count, within = 'list', move }: Movable): TemplateResult {
  const button = (by: -1 | 1) => {
    const [face, key] = WAYS[within][by]
    const label = host.t(key, { title })
    return html`
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
  }
  return html`${button(-1)} ${button(1)}`
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
