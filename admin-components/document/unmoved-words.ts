/** Keeps the field that one writes in where it is on the screen when something above it appears, grows or goes: who else is here, a longer title,
 * notes, problems. It scrolls, and makes room where the page can't scroll that far; the room at the top goes once one does something else.
 * Tested by test/admin-components/unmoved-words.test.ts.
 */
import type { ReactiveController } from 'lit'
import type { CmsElement } from '../element.ts'
import { focused } from '../parts/focus.ts'
import { outwards, scrollerOf } from '../parts/scroller.ts'

export class UnmovedWords implements ReactiveController {
  readonly #host: CmsElement
  #field: HTMLElement | undefined
  #before = 0
  /** The field that room was made for at the top. */
  #roomFor: HTMLElement | undefined

  constructor(host: CmsElement) {
    this.#host = host
    host.addController(this)
    // A field that moved while the mouse is down would miss the click.
    for (const end of ['click', 'keyup']) host.addEventListener(end, () => this.#giveRoomBack())
  }

  hostUpdate(): void {
    this.#field = this.#fieldInUse()
    if (this.#field) this.#before = topOf(this.#field)
  }

  hostUpdated(): void {
    const field = this.#field
    const sheet = field?.isConnected && field.offsetHeight > 0 ? field.closest<HTMLElement>('.sheet') : null
    if (!field || !sheet) return
    const moved = () => Math.round(topOf(field) - this.#before)
    if (moved() !== 0) moveBack(sheet, moved)
    this.#roomFor = room(sheet, 'paddingBlockStart') > 0 ? field : undefined
  }

  /** For a change outside the updates of the host. */
  during(change: () => void): void {
    this.hostUpdate()
    change()
    this.hostUpdated()
  }

  #giveRoomBack(): void {
    const sheet = this.#roomFor?.closest<HTMLElement>('.sheet')
    if (!sheet || this.#fieldInUse() === this.#roomFor) return
    const scroller = scrollerOf(sheet)
    const { scrollTop } = scroller
    const size = room(sheet, 'paddingBlockStart')
    setRoom(sheet, 'paddingBlockStart', 0)
    scroller.scrollTo({ top: scrollTop - size, behavior: 'instant' })
    this.#roomFor = undefined
  }

  /** The field with the focus, or the one that had it last if nothing has it now. A field keeps its place among the others, a row may not. */
  #fieldInUse(): HTMLElement | undefined {
    const start = focused()
    if (!start) return this.#field
    let found: HTMLElement | undefined
    for (let one: Node | null = start; one && one !== this.#host; one = outwards(one)) {
      if (one instanceof HTMLDialogElement) return undefined
      if (one instanceof HTMLElement && one.dataset['path'] !== undefined) found = one
    }
    return found && found.offsetHeight > 0 && this.#host.contains(found) ? found : undefined
  }
}

const topOf = (element: Element): number => element.getBoundingClientRect().top

function moveBack(sheet: HTMLElement, moved: () => number): void {
  const scroller = scrollerOf(sheet)
  const scroll = () => scroller.scrollBy({ top: moved(), behavior: 'instant' })
  const up = moved() < 0
  if (up) setRoom(sheet, 'paddingBlockEnd', room(sheet, 'paddingBlockEnd') + moved())
  else setRoom(sheet, 'paddingBlockStart', room(sheet, 'paddingBlockStart') - moved())
  scroll()
  const rest = moved()
  if (rest < 0) setRoom(sheet, 'paddingBlockStart', room(sheet, 'paddingBlockStart') - rest)
  if (rest <= 0) return
  // A page that is shorter than its frame takes more than the rest until it scrolls.
  setRoom(sheet, 'paddingBlockEnd', room(sheet, 'paddingBlockEnd') + scroller.clientHeight)
  const excess = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop - rest
  setRoom(sheet, 'paddingBlockEnd', room(sheet, 'paddingBlockEnd') - excess)
  scroll()
}

type Edge = 'paddingBlockStart' | 'paddingBlockEnd'

const room = ({ style }: HTMLElement, edge: Edge): number => Number.parseFloat(style[edge]) || 0

function setRoom({ style }: HTMLElement, edge: Edge, size: number): void {
  style[edge] = size > 0 ? `${Math.ceil(size)}px` : ''
}
