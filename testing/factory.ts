/** Generates documents that a schema accepts: required values are made up, given ones are kept. Tested by test/testing/testing.test.ts. */
import type { Handle } from '../lib/local/handle.ts'
import type { Field, Sampler } from '../schema/model.ts'

type Values = Record<string, unknown>

/** A picture of one pixel. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64')

export class Factory implements Sampler {
  readonly cms: Handle
  readonly #making: string[] = []
  #count = 0

  constructor(cms: Handle) {
    this.cms = cms
  }

  async make(slug: string, given: Values = {}): Promise<{ id: number }> {
    if (slug === 'media') return this.cms.upload({ filename: `made-${++this.#count}.png`, content: PICTURE }, given)
    const { options } = this.cms.engine.entity(slug)
    const status = options['drafts'] === true ? { status: 'published' } : {}
    return this.cms.create(slug, await this.build(slug, { ...status, ...given }))
  }

  async build(slug: string, given: Values = {}): Promise<Values> {
    if (this.#making.includes(slug))
      throw new Error(`'${slug}' must point to one of '${[...this.#making, slug].join("' → '")}': create one and pass its id`)
    this.#making.push(slug)
    try {
      return await this.values(this.cms.engine.entity(slug).fields, given)
    } finally {
      this.#making.pop()
    }
  }

  /** The values of a document, a group or a row. */
  async values(fields: readonly Field[], given: Values): Promise<Values> {
    const values = { ...given }
    for (const field of fields) {
      if (Object.hasOwn(values, field.name) || !isWanted(field)) continue
      values[field.name] = await field.type.sample(field, ++this.#count, this)
    }
    return values
  }
}

const isWanted = ({ required, defaultValue, from, minRows, type, fields }: Field): boolean =>
  (required === true && defaultValue === undefined && from === undefined) ||
  (minRows ?? 0) > 0 ||
  // biome-ignore lint/style/noNonNullAssertion: groups always have fields
  (type.name === 'group' && fields!.some(isWanted))
