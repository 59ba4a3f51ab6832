/** The features of a CMS, asked as one: each answer narrows, none widens, and a feature that says nothing changes nothing. */
import { expect } from 'chai'
import { anonymous, Caller, system } from '../lib/actor.ts'
import { createCms } from '../lib/cms.ts'
import type { Feature } from '../lib/feature.ts'
import type { FeatureSet } from '../lib/feature-set.ts'
import type { Handle } from '../lib/local/handle.ts'
import { all, none } from '../lib/query/filter.ts'
import { plainView } from '../lib/query/view.ts'
import type { Entity } from '../schema/model.ts'
import { configWith, DATABASES, end } from './harness/start.ts'

const caller = new Caller(anonymous)
const later = <T>(value: T) => Promise.resolve(value)

describe('feature set', () => {
  let cms: Handle | undefined
  let posts: Entity

  async function made(...slots: Partial<Feature>[]): Promise<FeatureSet> {
    const features = slots.map((slot, index) => ({ name: `feature ${index}`, ...slot }))
    cms = await createCms(configWith(DATABASES[0]!, { collections: [{ slug: 'posts', fields: [{ name: 'title' }] }] }), { features })
    posts = cms.engine.entity('posts')
    return cms.engine.features as FeatureSet
  }

  afterEach(async () => {
    await end(cms)
    cms = undefined
  })

  it('changes nothing where no feature says anything', async () => {
    const features = await made({}, {})
    expect(features.restrict(posts, caller, plainView)).to.equal(all)
    expect(features.limit(posts, 'read', caller)).to.equal(all)
    expect(features.limitFields(posts, caller)).to.equal(undefined)
    expect(features.admits(posts, 'read', caller)).to.equal(false)
    expect(features.overlay(posts, caller, plainView)).to.equal(undefined)
    expect(features.hidesSaves(posts, caller)).to.equal(false)
    expect(features.mayLack(posts, {})).to.equal(false)
    expect(features.order(posts)).to.deep.equal([])
    expect(features.choices(posts.fields[0]!)).to.deep.equal([])
    expect(features.namedFilter('scheduled', posts, caller)).to.equal(undefined)
    expect(features.form(posts, plainView, 'read')).to.equal(posts)
    expect(await features.opens('status', caller)).to.equal(false)
    expect(await features.attention()).to.deep.equal([])
    expect(features.noted(caller, { action: 'x', target: 'posts' })).to.deep.equal({ writes: [], afterwards: [] })
    expect(await features.retentionTime()).to.be.instanceOf(Date)
  })

  describe('limits', () => {
    const title = { title: { equals: 'x' } }

    it('are those of all features together', async () => {
      const features = await made({ limit: () => title }, { limit: () => undefined }, { limit: () => ({ id: { equals: 1 } }) })
      const both = features.limit(posts, 'read', caller)
      expect(both).to.have.property('is', 'and')
    })

    it('are nothing as soon as one feature leaves nothing', async () => {
      for (const refusing of [() => false as const, () => later(false as const)]) {
        const features = await made({ limit: () => title }, { limit: refusing })
        expect(await features.limit(posts, 'read', caller)).to.equal(none)
        await end(cms)
      }
      cms = undefined
    })

    it('are a promise only where a feature gives one', async () => {
      expect((await made({ limit: () => title })).limit(posts, 'read', caller)).not.to.be.instanceOf(Promise)
      await end(cms)
      expect((await made({ limit: () => title }, { limit: () => later(undefined) })).limit(posts, 'read', caller)).to.be.instanceOf(Promise)
    })

    it('that say nothing, such as a field without a condition, are an error and not everything', async () => {
      for (const wrong of [{ or: [] }, { title: {} }, { and: [{}] }]) {
        const features = await made({ limit: () => wrong as object })
        expect(() => features.limit(posts, 'read', caller), JSON.stringify(wrong)).to.throw()
        await end(cms)
      }
      cms = undefined
    })
  })

  it('restricts by all features together', async () => {
    const features = await made({ restrict: () => ({ title: { equals: 'x' } }) }, { restrict: () => none })
    expect(features.restrict(posts, caller, plainView)).to.equal(none)
  })

  it('takes the fields that any feature takes, and exempts a document only where all say so', async () => {
    const hides = (hidden: string[], exempt?: number) => ({
      limitFields: () => later({ hidden, readOnly: [], ...(exempt !== undefined && { exempt }) }),
    })
    expect(await (await made(hides(['a'], 1), hides(['b'], 1))).limitFields(posts, caller)).to.deep.equal({
      hidden: ['a', 'b'],
      readOnly: [],
      exempt: 1,
    })
    await end(cms)
    expect(await (await made(hides(['a'], 1), hides(['b']))).limitFields(posts, caller)).to.deep.equal({ hidden: ['a', 'b'], readOnly: [] })
    await end(cms)
    expect(await (await made(hides(['a'], 1), hides(['b'], 2))).limitFields(posts, caller)).not.to.have.property('exempt')
  })

  it('calls a slot on its feature, so that a feature may be an object with state', async () => {
    class Counting {
      readonly name = 'counting'
      calls = 0
      admits(): boolean {
        this.calls++
        return true
      }
    }
    const counting = new Counting()
    cms = await createCms(configWith(DATABASES[0]!, { collections: [{ slug: 'posts', fields: [{ name: 'title' }] }] }), {
      features: [counting],
    })
    expect(cms.engine.features.admits(cms.engine.entity('posts'), 'read', caller)).to.equal(true)
    expect(counting.calls).to.equal(1)
  })

  it('opens a named filter to those whom its feature opens it to, and knows no name of objects at large', async () => {
    const features = await made({
      filters: { late: { for: (entity) => entity.slug === 'posts', isOpen: ({ actor }) => actor.kind === 'system', filter: none } },
    })
    expect(features.namedFilter('late', posts, new Caller(system))).to.equal(none)
    expect(features.namedFilter('late', posts, caller)).to.equal(undefined)
    for (const name of ['constructor', '__proto__', 'toString'])
      expect(features.namedFilter(name, posts, new Caller(system)), name).to.equal(undefined)
  })

  it('collects what needs attention, what is noted and what leaves the house in list order', async () => {
    const statement = { kind: 'select' as const, sql: 'select 1', values: [] }
    const features = await made(
      { attention: () => [{ id: 'first' }], keeps: () => ({ writes: [statement], afterwards: [] }) },
      { attention: () => later([{ id: 'second' }]) },
      { outgoing: () => [{ kind: 'x' } as never] },
    )
    expect(await features.attention()).to.deep.equal([{ id: 'first' }, { id: 'second' }])
    expect(features.noted(caller, { action: 'x', target: 'posts' }).writes).to.deep.equal([statement])
    expect(features.outgoing({} as never)).to.deep.equal([{ kind: 'x' }])
  })
})
