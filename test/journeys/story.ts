/** What should be stored of one document: its draft and what visitors read, told by every step of a journey. */
import { isDeepStrictEqual } from 'node:util'
import type { Handle } from '../../lib/local/handle.ts'
import { settled } from './text.ts'

export type Values = Record<string, any>

/** A value that the system makes: it is taken over once, and stays from then on. */
export const MADE = '(made by the system)'

interface State {
  draft: Values
  live: Values | undefined
}

const OURS = ['id', 'createdAt', 'updatedAt', 'createdBy', 'status']
/** Of documents with the trash, a schedule or an order. */
const isOurs = (name: string) => OURS.includes(name) || name.startsWith('_') || name === 'deletedAt'

export class Story {
  readonly cms: Handle
  readonly slug: string
  readonly localized: readonly string[]
  id: number | undefined
  draft: Values = {}
  live: Values | undefined
  /** Whatever was live at a time, the oldest first. */
  readonly past: Values[] = []

  constructor(cms: Handle, slug: string, localized: readonly string[]) {
    this.cms = cms
    this.slug = slug
    this.localized = localized
  }

  /** It begins as it is stored. */
  async take(): Promise<void> {
    const { draft, live } = (await this.stored())!
    this.draft = draft
    this.live = live
    if (live) this.past.push(structuredClone(live))
  }

  get(path: string, locale: string): any {
    return this.#route(path, locale).reduce<any>((at, part) => at?.[part], this.draft)
  }

  set(path: string, locale: string, value: unknown): void {
    const route = this.#route(path, locale)
    let at: any = this.draft
    for (const part of route.slice(0, -1)) at = at[part] ??= {}
    at[route.at(-1)!] = value
  }

  publish(): void {
    this.live = structuredClone(this.draft)
    this.past.push(structuredClone(this.draft))
  }

  unpublish(): void {
    this.live = undefined
  }

  discard(): void {
    this.draft = structuredClone(this.live!)
  }

  /** What was live so many publications ago is the draft again. */
  restore(ago: number): void {
    this.draft = structuredClone(this.past.at(-1 - ago)!)
  }

  /** What is stored, without what is ours. */
  async stored(): Promise<State | undefined> {
    if (this.id === undefined) return undefined
    const view = { depth: 0, locale: 'all' } as const
    const draft = await this.cms.findById(this.slug, this.id, { ...view, draft: true })
    const { docs } = await this.cms.find(this.slug, { ...view, where: { id: { equals: this.id }, status: { equals: 'published' } } })
    return draft && { draft: plain(draft), live: docs[0] && plain(docs[0]) }
  }

  /** The first place that differs; values that the system makes are taken over. */
  async difference(): Promise<string | undefined> {
    const stored = await this.stored()
    if (!stored) return 'nothing is stored'
    const ids = rowIdsIn(stored.draft)
    if (new Set(ids).size < ids.length) return `rows share an id: ${ids.join(', ')}`
    for (const side of ['draft', 'live'] as const) {
      const [modelled, found] = [this[side], stored[side]]
      if (!modelled || !found) {
        if (modelled || found) return `${side}: ${modelled ? 'told, not stored' : 'stored, not told'}`
        continue
      }
      const known = adopted(modelled, found)
      const other = firstDifference(normal(known), normal(found), side)
      if (other) return other
      this[side] = known
    }
    return undefined
  }

  /** What one language lacks is what another one says. */
  fillIn(from: string, to: string): void {
    this.#fillIn(this.draft, '', from, to)
  }

  #fillIn(values: Values, within: string, from: string, to: string): void {
    for (const [name, value] of Object.entries(values)) {
      const at = Array.isArray(values) ? within : within === '' ? name : `${within}.${name}`
      if (typeof value !== 'object' || value === null || value === MADE) continue
      if (!this.localized.includes(at) || Array.isArray(values)) this.#fillIn(value, at, from, to)
      else value[to] = normal(value[to]) === null ? structuredClone(value[from] ?? null) : value[to]
    }
  }

  #route(path: string, locale: string): string[] {
    let at = ''
    return path.split('.').flatMap((part) => {
      if (/^\d+$/.test(part)) return [part]
      at = at === '' ? part : `${at}.${part}`
      return this.localized.includes(at) ? [part, locale] : [part]
    })
  }
}

const plain = (document: object): Values => Object.fromEntries(Object.entries(document).filter(([name]) => !isOurs(name)))

function rowIdsIn(value: any): string[] {
  if (typeof value !== 'object' || value === null || value.type === 'doc') return []
  return [...(typeof value.id === 'string' ? [value.id] : []), ...Object.values(value).flatMap(rowIdsIn)]
}

/** What was told, with what the system made of it, such as the ids of rows. */
function adopted(modelled: any, found: any): any {
  if (modelled === MADE) return found ?? modelled
  if (typeof modelled !== 'object' || modelled === null || typeof found !== 'object' || found === null) return modelled
  if (Array.isArray(modelled)) return modelled.map((one, index) => adopted(one, found[index]))
  return Object.fromEntries(Object.entries(modelled).map(([name, one]) => [name, adopted(one, found[name])]))
}

/** Empty is empty, in whichever spelling; rich text without its last, empty line. */
function normal(value: any): any {
  if (value === MADE || value === undefined || value === '') return null
  if (typeof value !== 'object' || value === null) return value
  if (value.type === 'doc') return settled(value)
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(normal)
  const entries = Object.entries(value).flatMap(([name, one]) => {
    const known = normal(one)
    return known === null ? [] : [[name, known] as const]
  })
  return entries.length === 0 ? null : Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)))
}

function firstDifference(modelled: any, found: any, at: string): string | undefined {
  if (isDeepStrictEqual(modelled, found)) return undefined
  const isTree = (value: any) => typeof value === 'object' && value !== null && value.type !== 'doc'
  if (isTree(modelled) && isTree(found))
    for (const name of new Set([...Object.keys(modelled), ...Object.keys(found)])) {
      const inside = firstDifference(modelled[name] ?? null, found[name] ?? null, `${at}.${name}`)
      if (inside) return inside
    }
  return `${at}\n  told:   ${JSON.stringify(modelled)}\n  stored: ${JSON.stringify(found)}`
}
