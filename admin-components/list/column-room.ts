/** Which of the columns that a list shows unless others are chosen fit next to its title, state and times. Tested by test/admin-components/column-room.test.ts. */
import type { Entity, Field } from '../app/schema.ts'

/** How wide columns are at least, with the space around their values; `table-look.ts` says the same to the browser. */
const TICK = 42
const TIME = 120
const DELETION = 240
const BRING_BACK = 150
const PADDING = 24
const WIDTHS: Readonly<Record<string, number>> = { upload: 90, boolean: 90, number: 90, date: 150 }

/** The most that a page takes, as `--page` says, and up to where it has less space around it. */
const WIDEST = 1800
const NARROW = 760

/** Up to here a row is shown as lines, which have room for everything. */
const LINES = 640

/** From here on the badges of a pending draft are next to each other, if the list has any. */
const BADGES = 896
const STACKED = 160
const IN_ONE_LINE = 240

const widthOf = (field: Field | undefined, room: number): number => {
  const type = field?.base ?? field?.type ?? ''
  return (field?.hasMany ? undefined : WIDTHS[type]) ?? Math.min(Math.max(88, 0.095 * room), 184) + PADDING
}

/** A title of about 40 letters keeps to one line where there is room for it. In the trash, the deletion is what matters. */
const titleIn = (room: number, isTrash: boolean): number => (isTrash ? 240 : Math.min(Math.max(240, 0.36 * room), 320))

/** The width of a page's table, without the space around it. */
export function roomIn({ clientWidth }: HTMLElement): number {
  if (clientWidth === 0) return Number.POSITIVE_INFINITY
  return Math.min(clientWidth, WIDEST) - (clientWidth <= NARROW ? 32 : 64)
}

/** As many of the columns, the first ones first, as fit into this width. */
export function fitting<Column extends { field?: Field }>(
  entity: Entity,
  columns: readonly Column[],
  room: number,
  isTrash: boolean,
): Column[] {
  if (room <= LINES) return [...columns]
  const ends = isTrash ? DELETION + BRING_BACK : TIME
  let left = room - TICK - titleIn(room, isTrash) - (entity.drafts ? (isTrash || room < BADGES ? STACKED : IN_ONE_LINE) : 0) - ends
  return columns.filter((column) => {
    left -= widthOf(column.field, room)
    return left >= 0
  })
}
