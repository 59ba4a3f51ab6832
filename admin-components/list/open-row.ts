/** A click anywhere in a row opens its document, unless it is meant for something in the row, or selects text.
 * Tested by test/admin-components/list-table.test.ts.
 */
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { ListHost } from './list-host.ts'

/** What answers clicks itself, also inside of the shadow root of a host's own element. */
const OWN = 'a, button, input, select, textarea, label, summary, [role="button"], [role="link"], [tabindex]'

/** A press that moves further than this selects text. */
const STILL = 4

let pressedAt = { x: 0, y: 0 }

export function pressRow({ clientX, clientY }: PointerEvent): void {
  pressedAt = { x: clientX, y: clientY }
}

/** The middle button, Ctrl and ⌘ open a new tab, as they do on a link. */
export function openRow(host: ListHost, entity: Entity, { id }: Doc, event: MouseEvent): void {
  const row = event.currentTarget as Element
  const path = event.composedPath()
  const inside = path.slice(0, path.indexOf(row)).filter((one) => one instanceof Element)
  const hasMoved = Math.hypot(event.clientX - pressedAt.x, event.clientY - pressedAt.y) > STILL
  if (event.defaultPrevented || event.shiftKey || hasMoved || inside.some((one) => one.matches(OWN))) return
  if (event.button === 1 || event.ctrlKey || event.metaKey)
    window.open(host.app.router.href(`c/${entity.slug}/${id}`), '_blank', 'noopener')
  else if (event.button === 0) host.open(id)
}
