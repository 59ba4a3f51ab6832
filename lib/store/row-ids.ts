/** The ids of stored rows and blocks. Every save writes one; rows that came another way (json that became rows, statements of SQL) get one that follows from their place, the same at every read. */
import { createHash } from 'node:crypto'

export const isRowId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]{1,40}$/.test(id)

/** Whether JSON that a save has written holds rows without an id, as saves left them after conversions of older versions. */
export const lacksRowIds = (json: string): boolean => json.includes('"id":null')

/** `within`: where the list stands, such as the id of the row around it and its key. */
export function idsOfRows(rows: readonly unknown[], within: string): readonly string[] {
  const ids = rows.map((row) => (row as { id?: unknown } | null)?.id)
  return ids.every(isRowId) ? ids : distinctIds(rows, within)
}

/** Of two rows with one id, the second gets another. */
export function distinctIds(rows: readonly unknown[], within: string): readonly string[] {
  const said = rows.map((row) => saidIn((row as { id?: unknown } | null)?.id))
  const taken = new Set(said)
  const given = new Set<string>()
  return said.map((id, at) => {
    if (id !== undefined && !given.has(id)) {
      given.add(id)
      return id
    }
    let made = ''
    for (let turn = 0; made === '' || taken.has(made); turn++) made = idFor(`${within}.${at}.${turn}`)
    taken.add(made)
    return made
  })
}

/** Json that became rows may have had numbers. */
function saidIn(id: unknown): string | undefined {
  const text = typeof id === 'number' ? String(id) : id
  return isRowId(text) ? text : undefined
}

const idFor = (place: string): string => createHash('sha256').update(place).digest('base64url').slice(0, 11)
