/** Reorders rows by dragging a grip, with mouse, pen or finger. Rows also have buttons: dragging is never the only way.
 * Tested by test/admin-components/arranging.test.ts.
 */
import { css, html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { scrollAtEdge } from './edge-scroll.ts'
import { icon } from './icon.ts'

export const sortingLook = css`
  .grip { cursor: grab; color: var(--muted); display: inline-flex; touch-action: none; padding: var(--s1); }
  [data-dragged] { opacity: 0.6; cursor: grabbing; }
  [data-drop='before'] { box-shadow: 0 -2px 0 var(--accent); }
  [data-drop='after'] { box-shadow: 0 2px 0 var(--accent); }
`

type Moved = (from: number, to: number) => unknown

/** The grip of one row; `moved` receives the old and new index. */
export function grip(host: CmsElement, row: string, moved: Moved): TemplateResult {
  return html`
    <span class="grip" title=${host.t('rows.drag')} @pointerdown=${(event: PointerEvent) => take(event, row, moved)}>
      ${icon('grip-vertical')}
    </span>
  `
}

function take(start: PointerEvent, row: string, moved: Moved): void {
  start.preventDefault()
  drag(start.currentTarget as HTMLElement, start.pointerId, row, moved)
}

/** How far a mouse moves on what can be clicked as well before it drags, in pixels. */
const CLICK = 6

/** Drags a row by something that can be clicked, such as its picture. A finger scrolls there. */
export function dragOrClick(start: PointerEvent, row: string, moved: Moved): void {
  if (start.pointerType === 'touch' || start.button !== 0) return
  const handle = start.currentTarget as HTMLElement
  const over = ({ clientX, clientY, pointerId }: PointerEvent) => {
    if (Math.hypot(clientX - start.clientX, clientY - start.clientY) < CLICK) return
    end()
    handle.addEventListener('click', refuse, { capture: true, once: true })
    addEventListener('pointerup', () => setTimeout(() => handle.removeEventListener('click', refuse, { capture: true })), { once: true })
    drag(handle, pointerId, row, moved)
  }
  const end = () => {
    removeEventListener('pointermove', over)
    for (const name of ENDS) removeEventListener(name, end)
  }
  addEventListener('pointermove', over)
  for (const name of ENDS) addEventListener(name, end)
}

const ENDS = ['pointerup', 'pointercancel'] as const

function refuse(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

function drag(handle: HTMLElement, pointer: number, selector: string, moved: Moved): void {
  // biome-ignore lint/style/noNonNullAssertion: a grip is part of its row
  const row = handle.closest<HTMLElement>(selector)!
  // biome-ignore lint/style/noNonNullAssertion: the row is in a list
  const rows = [...row.parentElement!.children].filter((one): one is HTMLElement => one.matches(selector))
  const from = rows.indexOf(row)
  let to = from
  handle.setPointerCapture(pointer)
  row.dataset['dragged'] = ''

  const isGrid = rows.some((one, index) => index > 0 && one.offsetTop === rows[0]?.offsetTop)
  const over = ({ clientX, clientY }: PointerEvent) => {
    scrollAtEdge(handle, clientY)
    const next = rows.findIndex((one) => (isGrid ? isBefore(clientX, clientY, one) : clientY < middleOf(one)))
    const gap = next === -1 ? rows.length : next
    to = gap > from ? gap - 1 : gap
    for (const [index, one] of rows.entries()) {
      if (index === to && to !== from) one.dataset['drop'] = to > from ? 'after' : 'before'
      else delete one.dataset['drop']
    }
  }
  const end = (event: PointerEvent) => {
    handle.removeEventListener('pointermove', over)
    for (const name of ENDS) handle.removeEventListener(name, end)
    for (const one of rows) delete one.dataset['drop']
    delete row.dataset['dragged']
    if (event.type === 'pointerup' && to !== from) moved(from, to)
  }
  handle.addEventListener('pointermove', over)
  for (const name of ENDS) handle.addEventListener(name, end)
}

/** Whether a point comes before the middle of a tile, in reading order. */
function isBefore(x: number, y: number, tile: HTMLElement): boolean {
  const { top, bottom, left, width } = tile.getBoundingClientRect()
  const isLeft = x < left + width / 2
  return y < top || (y < bottom && isLeft === (getComputedStyle(tile).direction === 'ltr'))
}

function middleOf(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}

/** A copy of the list with one item moved. */
export function reordered<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const moved = next.splice(from, 1)
  next.splice(to, 0, ...moved)
  return next
}
