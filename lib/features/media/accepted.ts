/** Which types a list accepts: types, `type/*`, and the groups `documents`, `office`, `archives`. */
import { didYouMean } from '../../../schema/nearest.ts'
import { type Because, because } from '../../../schema/reasons.ts'
import type { Where } from '../../query/where.ts'
import { GROUPS, isGroup, typesOf } from '../../storage/kinds.ts'
import { RECOGNIZABLE } from './recognizable.ts'

const SVG = 'image/svg+xml'
const ENTRY = /^[a-z0-9.+-]+\/(\*|[a-z0-9.+-]+)$/i

/** Why an entry is invalid; undefined if it is valid. `uploaded`: the types that can be uploaded, if the entry chooses among them. */
export function wrongEntry(entry: string, uploaded?: readonly string[]): string | undefined {
  if (!isGroup(entry) && !ENTRY.test(entry))
    return `'${entry}' isn't a type such as 'image/png', 'image/*', or one of: ${GROUPS.join(', ')}. ${didYouMean(entry, GROUPS)}`.replace(
      /\. $/,
      '',
    )
  const types = RECOGNIZABLE.filter((type) => admits([entry], type))
  if (types.length === 0) return `no file is ever recognized as '${entry}'. ${didYouMean(entry, meantBy(entry))}`.trim()
  if (!uploaded || types.some((type) => admits(uploaded, type)) || uploaded.some((one) => wrongEntry(one))) return undefined
  return `no file of the type '${entry}' can be uploaded; add the type to 'upload.mimeTypes', or remove it here`
}

const meantBy = (entry: string): readonly string[] =>
  entry.endsWith('/*') ? [...new Set(RECOGNIZABLE.map((type) => type.replace(/\/.*/, '/*')))] : RECOGNIZABLE

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
