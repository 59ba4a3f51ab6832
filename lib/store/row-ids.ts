/** The ids of stored rows and blocks. Saves write them; rows without one (from converted JSON or SQL) get a stable one by position. */
import { createHash } from 'node:crypto'

export const isRowId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]{1,40}$/.test(id)

/** Whether JSON that a save has written holds rows without an id, as older versions left them after conversions. */
export const lacksRowIds = (json: string): boolean => json.includes('"id":null')

/** `within`: the path of the list, such as the id of the surrounding row and its key. */
export function idsOfRows(rows: readonly unknown[], within: string): readonly string[] {
  const ids = rows.map((row) => (row as { id?: unknown } | null)?.id)
  return ids.every(isRowId) ? ids : distinctIds(rows, within)
}

/** If two rows have the same id, the second gets a new one. */
export function distinctIds(rows: readonly unknown[], within: string): readonly string[] {
  const ids = rows.map((row) => validId((row as { id?: unknown } | null)?.id))
  const taken = new Set(ids)
  const given = new Set<string>()
  return ids.map((id, at) => {
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

/** Rows from converted JSON may have numeric ids. */
function validId(id: unknown): string | undefined {
  const text = typeof id === 'number' ? String(id) : id
  return isRowId(text) ? text : undefined
}

const idFor = (place: string): string => createHash('sha256').update(place).digest('base64url').slice(0, 11)
