/** Which types a list accepts: types, `type/*`, and the groups `documents`, `office`, `archives`. */
import { type Because, because } from '../../../schema/reasons.ts'
import type { Where } from '../../query/where.ts'
import { GROUPS, isGroup, typesOf } from '../../storage/kinds.ts'

const SVG = 'image/svg+xml'
const ENTRY = /^[a-z0-9.+-]+\/(\*|[a-z0-9.+-]+)$/i

/** Why an entry is invalid; undefined if it is valid. */
export function wrongEntry(entry: string): string | undefined {
  return isGroup(entry) || ENTRY.test(entry)
    ? undefined
    : `'${entry}' isn't a type such as 'image/png', 'image/*', or one of: ${GROUPS.join(', ')}`
}

/** `image/*` does not accept SVG, which can contain scripts: it has to be listed explicitly. */
export function admits(list: readonly string[], mimeType: string): boolean {
  return list.some((entry) => {
    if (isGroup(entry)) return typesOf(entry).includes(mimeType)
    if (entry.endsWith('/*')) return mimeType.startsWith(entry.slice(0, -1)) && mimeType !== SVG
    return entry.toLowerCase() === mimeType
  })
}

export const refusalOf = (list: readonly string[], mimeType: string): Because =>
  mimeType === SVG ? because('file-svg') : because('file-type', { types: list, found: mimeType })

/** The same as a filter on documents. */
export function whereAdmitted(list: readonly string[]): Where {
  return {
    or: list.map((entry) => {
      if (isGroup(entry)) return { mimeType: { in: typesOf(entry) } }
      if (!entry.endsWith('/*')) return { mimeType: { equals: entry.toLowerCase() } }
      return { and: [{ mimeType: { like: entry.slice(0, -1) } }, { mimeType: { not_equals: SVG } }] }
    }),
  }
}
