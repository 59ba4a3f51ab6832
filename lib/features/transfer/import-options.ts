/** The flags of `galley import`, and what they mean for the documents. Tested by test/features/transfer/transfer.test.ts. */
import type { Entity } from '../../../schema/model.ts'
import { didYouMean } from '../../../schema/nearest.ts'
import { badRequest } from '../../errors.ts'
import type { Handle } from '../../local/handle.ts'
import type { Languages } from './locales.ts'

/** The flags, and the kind of the file. */
export interface ImportOptions {
  kind: string
  key?: string
  set?: string
  only?: string
  map?: string
  locale?: string
  site?: string
  encoding?: string
  createRelated?: boolean
  strict?: boolean
  verbose?: boolean
  dryRun?: boolean
  restart?: boolean
}

/** The locale that documents are written in. Without locales it only selects which values of an export are imported. */
export function writtenLocale({ engine }: Handle, given: string | undefined): string | undefined {
  const known = engine.settings.localization?.locales
  if (given === undefined || (known && (given === 'all' || known.includes(given)))) return given
  if (known) throw badRequest(`--locale must be all or one of ${known.join(', ')}`)
  if (given === 'all') throw badRequest('--locale all: this configuration has no locales. Name the one whose values to import')
  return undefined
}

export function languagesOf({ engine }: Handle, { locale, kind }: ImportOptions): Languages {
  const known = engine.settings.localization
  return { ...(known && { known }), ...(locale !== undefined && locale !== 'all' && { taken: locale }), isTable: kind === 'csv' }
}

export function siteIn(address: string): string {
  if (/^https?:/i.test(address) && URL.canParse(address)) return address
  throw badRequest(`--site must be the address of a site, such as https://example.org; '${address}' is not one`)
}

/** Parses `a=b,c=d`. Names may be those of any object, such as `constructor`. */
export function pairs(text: string | undefined, flag: string): Record<string, string> {
  const named: Record<string, string> = Object.create(null)
  for (const pair of text?.split(',') ?? []) {
    const [name, value] = pair.split(/=(.*)/s)
    if (!name?.trim() || value === undefined) throw badRequest(`${flag} takes pairs such as "a=b,c=d"; '${pair}' is none`)
    if (Object.hasOwn(named, name.trim())) throw badRequest(`${flag} names '${name.trim()}' twice`)
    named[name.trim()] = value.trim()
  }
  return named
}

/** The system sets these on every document; an import may name them, and leaves them out. */
export const OWN = ['id', 'createdAt', 'updatedAt', 'createdBy']

/** Refuses a name that no field has, or a path that begins with one. */
export function checkFields(names: readonly string[], flag: string, { slug, fields }: Entity, others: readonly string[]): void {
  const known = [...fields.map(({ name }) => name), ...others]
  for (const name of names)
    if (!known.includes(name.split('.')[0] as string))
      throw badRequest(`${flag}: '${slug}' has no field '${name}'. ${didYouMean(name, known)}`.trim())
}
