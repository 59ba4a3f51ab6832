/** An imported record → a document of a collection: fields by name or by the mapping, values in the form that each field takes. */

import path from 'node:path'
import { yesOrNo } from '../../../schema/field-types/boolean.ts'
import { toUtc } from '../../../schema/field-types/date.ts'
import { type Entity, type Field, isGroup, isRelation, isRichText, type RelationField, type RichTextField } from '../../../schema/model.ts'
import { Caller, system } from '../../actor.ts'
import { badRequest, GalleyError, ValidationError } from '../../errors.ts'
import { type Call, call } from '../../local/call.ts'
import type { Handle } from '../../local/handle.ts'
import type { Extras } from '../../operations/contract.ts'
import { refuseShape } from '../../outside-values.ts'
import { type Doc, topOf } from '../../store/document.ts'
import type { Entry } from './entry.ts'
import { OWN } from './import-options.ts'
import { inOurLocales, type Languages } from './locales.ts'
import { type Omit, omission } from './omissions.ts'
import { type PictureSource, pictureAt } from './pictures.ts'
import { richTextOf } from './rich-text.ts'

/** What to write together with the documents that a record needs. */
export interface Companions {
  /** For related documents. */
  mine(): Extras
  uploading(address: string): Extras
  /** The id of a file that was already uploaded. */
  uploaded(address: string): number | undefined
}

export interface Wishes {
  /** Their names → our names. */
  map: Readonly<Record<string, string>>
  /** Creates related documents that a name refers to and that don't exist. */
  createRelated: boolean
  /** Only tries the import. */
  isDry: boolean
  languages: Languages
  /** The folder that file paths are relative to. */
  from: string
  /** The address that relative URLs of pictures belong to. @default what the record says */
  site?: string
}

/** For a dry run, which writes nothing. */
const NONE: Companions = { mine: () => ({}), uploading: () => ({}), uploaded: () => undefined }

/** A record says this about its values. */
export type Origin = Pick<Entry, 'added' | 'site' | 'folder' | 'hasLines'>

export class DocumentWriter {
  readonly #cms: Handle
  readonly #entity: Entity
  readonly #wishes: Wishes
  readonly #companions: Companions
  /** By collection and name, so that each id is looked up once. */
  readonly #known = new Map<string, number>()
  /** Why pictures could not be taken, by their address, so that each is tried once. */
  readonly #refused = new Map<string, string>()
  #origin: Origin = {}

  constructor(cms: Handle, entity: Entity, wishes: Wishes, companions: Companions = NONE) {
    this.#cms = cms
    this.#entity = entity
    this.#wishes = wishes
    this.#companions = companions
  }

  /** One record after another. The names in `added` may be dropped silently. */
  async of(record: Readonly<Record<string, unknown>>, omit: Omit, origin: Origin = {}): Promise<Doc> {
    this.#origin = origin
    refuseShape(record)
    const named = unfolded(this.#renamed(record))
    const { fields } = this.#entity
    return this.#fields(fields, inOurLocales(fields, named, this.#wishes.languages, omit), omit, [...OWN, ...(origin.added ?? [])])
  }

  #renamed(record: Readonly<Record<string, unknown>>): [name: string, value: unknown][] {
    const theirs = new Map<string, string>()
    return Object.entries(record).map(([name, value]) => {
      const ours = this.#wishes.map[name] ?? name
      const other = theirs.get(ours)
      if (other !== undefined)
        throw badRequest(`'${other}' and '${name}' are both meant for '${ours}'; leave one out, or map it to another name`)
      theirs.set(ours, name)
      return [ours, value]
    })
  }

  /** Whether one of their names maps to a field. */
  takes(name: string): boolean {
    return this.#entity.fields.some((field) => field.name === (this.#wishes.map[name] ?? name))
  }

  async #fields(fields: readonly Field[], given: Doc, omit: Omit, added: readonly string[]): Promise<Doc> {
    const values: Doc = {}
    for (const [name, value] of Object.entries(given)) {
      if (added.includes(name) || isEmpty(value) || fields.some((field) => field.name === name)) continue
      omit(omission(`value of '${name}'`, `(unknown field): ${JSON.stringify(value)}`, `values of '${name}'`))
    }
    for (const field of fields) {
      const value = given[field.name]
      if (value === undefined) continue
      try {
        const made = await this.#value(field, value, omit)
        if (made !== undefined) values[field.name] = made
      } catch (error) {
        throw new ValidationError((error as Error).message, field.path)
      }
    }
    return values
  }

  async #value(field: Field, value: unknown, omit: Omit): Promise<unknown> {
    if (value === null || value === '') return field.hasMany ? [] : null
    if (isRelation(field)) return this.#relation(field, value)
    if (isGroup(field) && typeof value === 'object') return this.#fields(field.fields, value as Doc, omit, [])
    if (isRichText(field) && typeof value === 'string') return parsed(value) ?? this.#richText(field, value, omit)
    if (typeof value === 'string' && (field.type.kind === 'json' || field.fields || field.blocks) && !field.hasMany)
      return parsed(value) ?? value
    if (field.hasMany) return listOf(value).map((one) => plain(field, one))
    return plain(field, value)
  }

  #richText(field: RichTextField, text: string, omit: Omit): Promise<unknown> {
    return richTextOf(text, field, this.#origin.hasLines === true, (address) => this.#picture(address, omit), omit)
  }

  /** A picture that can't be taken doesn't keep the text from being imported. */
  async #picture(address: string, omit: Omit): Promise<number | null> {
    const refused = (reason: string) => {
      this.#refused.set(address, reason)
      omit(omission('picture', `${address.slice(0, 150)} (${reason})`))
      return null
    }
    const before = this.#refused.get(address)
    if (before !== undefined) return refused(before)
    const { from, site = this.#origin.site } = this.#wishes
    const picture = await pictureAt(address, site, { own: path.join(from, this.#origin.folder ?? ''), root: from })
    if (!picture)
      return refused(
        /^data:/i.test(address) ? 'it is not an image' : 'it is not next to the imported file; --site says where relative URLs lead',
      )
    try {
      return (await this.#taken(picture)) ?? null
    } catch (error) {
      if (!(error instanceof GalleyError)) throw error
      return refused(error.message)
    }
  }

  /** A dry run only finds out whether URLs are allowed at all. */
  async #taken({ address, from }: PictureSource): Promise<number | undefined> {
    const known = this.#known.get(`media:${address}`) ?? this.#companions.uploaded(address)
    if (known !== undefined) return known
    const { settings } = this.#cms.engine
    if ('url' in from && !settings.upload.fromURL) throw badRequest('upload.fromURL is not configured')
    if (this.#wishes.isDry) return undefined
    const options: Call & { depth: 0; trash?: false } = { depth: 0, with: this.#companions.uploading(address) }
    const { id } = await ('url' in from ? this.#cms.uploadFromURL(from.url, {}, options) : this.#cms.upload(from.file, {}, options))
    this.#known.set(`media:${address}`, id)
    return id
  }

  async #relation(field: RelationField, value: unknown): Promise<unknown> {
    const ids: number[] = []
    for (const one of field.hasMany ? listOf(value) : [value]) {
      const id = await this.#target(field, one)
      // Two names may mean the same document; an id that stands there twice was stored like that.
      if (id !== undefined && (isId(one) || !ids.includes(id))) ids.push(id)
    }
    return field.hasMany ? ids : ids[0]
  }

  async #target({ to }: RelationField, value: unknown): Promise<number | undefined> {
    if (typeof value === 'object' && value !== null && 'id' in value) return Number(value.id)
    const text = String(value).trim()
    if (isId(text)) return Number(text)
    const known = this.#known.get(`${to}:${text}`)
    if (known !== undefined) return known
    const id = to === 'media' ? await this.#file(text) : await this.#named(to, text)
    if (id !== undefined) this.#known.set(`${to}:${text}`, id)
    return id
  }

  async #file(address: string): Promise<number | undefined> {
    if (this.#wishes.isDry) return undefined
    const known = this.#companions.uploaded(address)
    if (known !== undefined) return known
    const isRemote = /^https?:/.test(address)
    const from = isRemote ? address : path.resolve(this.#wishes.from, address)
    const options: Call & { depth: 0; trash?: false } = { depth: 0, with: this.#companions.uploading(address) }
    const { id } = await this.#cms[isRemote ? 'uploadFromURL' : 'upload'](from, {}, options)
    return id
  }

  /** Finds a document by its title or by a unique field. */
  async #named(slug: string, name: string): Promise<number | undefined> {
    const { fields, options } = this.#cms.engine.entity(slug)
    const candidates = fields.filter((field) => field.type.text && !field.hasMany && (field.name === options['useAsTitle'] || field.unique))
    const [candidate] = candidates
    if (!candidate) throw new Error(`'${name}' isn't an id, and '${slug}' has neither a title nor a unique field to find it by`)
    const where = { or: candidates.map((field) => ({ [field.name]: { equals: name } })) }
    const { docs } = await this.#cms.find(slug, { where, limit: 1, depth: 0, select: ['id'], draft: true, count: false })
    if (docs[0]) return docs[0].id
    if (!this.#wishes.createRelated) throw new Error(`there is no '${name}' in '${slug}'; --create-related makes what is missing`)
    if (this.#wishes.isDry) return undefined
    const title = candidates.find((field) => field.name === options['useAsTitle']) ?? candidate
    const input = { [title.name]: name, ...(options['drafts'] === true && { status: 'published' }) }
    const { engine } = this.#cms
    const made = await call(engine, new Caller(system), 'create', engine.entity(slug), { input, with: this.#companions.mine() })
    return made.outcome.meta.id
  }
}

const isId = (value: unknown): boolean => /^\d+$/.test(String(value))

const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Moves `seo.title` into `seo`. */
function unfolded(pairs: readonly [string, unknown][]): Doc {
  const values: Doc = Object.create(null)
  for (const [name, value] of pairs) {
    const top = topOf(name)
    if (top === name) values[top] = value
    else values[top] = { ...values[top], ...unfolded([[name.slice(top.length + 1), value]]) }
  }
  return values
}

function plain({ type, options }: Field, value: unknown): unknown {
  if (typeof value !== 'string') return value instanceof Date ? toUtc(value) : value
  if (type.kind === 'boolean') return yesOrNo(value) ?? value
  if (type.kind === 'number') return type.receive(value)
  if (options) return options.find((option) => option.value.toLowerCase() === value.trim().toLowerCase())?.value ?? value
  return value
}

/** A list, as JSON or separated by semicolons. */
function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  const list = typeof value === 'string' ? parsed(value) : undefined
  if (Array.isArray(list)) return list
  return String(value)
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '')
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
