/** Thinks up documents that a schema admits: what is required, and what is given. */

import type { Handle } from '../lib/local/handle.ts'
import type { Field } from '../schema/model.ts'

type Values = Record<string, any>

/** A picture of one pixel. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

/** A value for each type of field; `n` is another number each time. */
const VALUES: Record<string, (field: Field, n: number, factory: Factory) => unknown> = {
  text: (field, n) => (field.hasMany ? [textFor(field, n)] : textFor(field, n)),
  textarea: textFor,
  slug: (_, n) => `made-${n}`,
  email: (_, n) => `made-${n}@example.org`,
  number: numberFor,
  boolean: () => true,
  date: () => '2026-01-01T12:00:00.000Z',
  select: ({ options, hasMany }) => (hasMany ? [options![0]!.value] : options![0]!.value),
  richText: (_, n) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: `Text ${n}` }] }] }),
  json: () => ({}),
  relationship: pointsTo,
  upload: pointsTo,
  group: ({ fields }, _, factory) => factory.values(fields!, {}),
  array: async ({ fields, minRows }, _, factory) => Promise.all(Array.from({ length: minRows ?? 1 }, () => factory.values(fields!, {}))),
  blocks: async ({ blocks, minRows }, _, factory) => {
    const [first] = blocks!
    const row = async () => ({ blockType: first!.slug, ...(await factory.values(first!.fields, {})) })
    return Promise.all(Array.from({ length: minRows ?? 1 }, row))
  },
}

export class Factory {
  readonly cms: Handle
  readonly #making: string[] = []
  #count = 0

  constructor(cms: Handle) {
    this.cms = cms
  }

  async make(slug: string, given: Values = {}): Promise<any> {
    if (slug === 'media') return this.cms.upload({ filename: `made-${++this.#count}.png`, content: PICTURE }, given)
    const { options } = this.cms.engine.entity(slug)
    const status = options['drafts'] === true ? { status: 'published' } : {}
    return this.cms.create(slug, await this.build(slug, { ...status, ...given }))
  }

  async build(slug: string, given: Values = {}): Promise<Values> {
    if (this.#making.includes(slug))
      throw new Error(`'${slug}' must point to one of '${[...this.#making, slug].join("' → '")}': make one and give its id`)
    this.#making.push(slug)
    try {
      return await this.values(this.cms.engine.entity(slug).fields, given)
    } finally {
      this.#making.pop()
    }
  }

  /** Of a document, a group or a row. */
  async values(fields: readonly Field[], given: Values): Promise<Values> {
    const values = { ...given }
    for (const field of fields) {
      if (Object.hasOwn(values, field.name) || !isWanted(field)) continue
      values[field.name] = await VALUES[field.type.name]!(field, ++this.#count, this)
    }
    return values
  }
}

const isWanted = ({ required, defaultValue, from, minRows, type, fields }: Field): boolean =>
  (required === true && defaultValue === undefined && from === undefined) ||
  (minRows ?? 0) > 0 ||
  (type.name === 'group' && fields!.some(isWanted))

function textFor({ name, path, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY, custom }: Field, n: number): string {
  if (pattern !== undefined || custom?.validate) throw new Error(`'${path}' has rules of its own: give a value for it`)
  const text = `${name} ${n}`.padEnd(minLength, '.')
  return text.length > maxLength ? String(n).padStart(minLength, '0').slice(-maxLength) : text
}

function numberFor({ min, max, integer }: Field, n: number): number {
  const least = min ?? 0
  const value = integer ? Math.ceil(least) + n : least + n
  return max !== undefined && value > max ? (integer ? Math.floor(max) : max) : value
}

async function pointsTo({ to, hasMany, minRows }: Field, _: number, factory: Factory): Promise<number | number[]> {
  const target = to ?? 'media'
  if (!hasMany) return (await factory.make(target)).id
  const ids: number[] = []
  while (ids.length < (minRows ?? 1)) ids.push((await factory.make(target)).id)
  return ids
}
