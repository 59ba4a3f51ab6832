/** Whatever a schema nests, and however a path spells it: no query of a caller depends on a field that the caller may not read. */
import { expect } from 'chai'
import fc from 'fast-check'
import type { Handle } from '../../lib/local/handle.ts'
import { inDepth } from '../harness/depth.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const LOCALES = ['en', 'th']

/** Who may read: hardly anybody, whatever the document says or only then. */
const RULES: Record<string, object> = {
  admin: { access: { read: 'admin' } },
  owner: { access: { read: 'owner' } },
  data: { access: { read: ({ user, data }: any) => data !== undefined && user?.role === 'admin' } },
  later: { access: { read: async ({ user }: any) => user?.role === 'admin' } },
  hidden: { hidden: true },
}

const LEAVES: Record<string, { field: object; secret: unknown; other: unknown }> = {
  text: { field: {}, secret: 'secret', other: 'other' },
  number: { field: { type: 'number' }, secret: 4711, other: 1 },
  select: { field: { type: 'select', options: ['secret', 'other'] }, secret: 'secret', other: 'other' },
  selects: { field: { type: 'select', hasMany: true, options: ['secret', 'other'] }, secret: ['secret'], other: ['other'] },
  relation: { field: { type: 'relationship', to: 'people' }, secret: 1, other: 2 },
  relations: { field: { type: 'relationship', to: 'people', hasMany: true }, secret: [1], other: [2] },
}

/** A field inside nested others: `kinds` from the outside in, then the leaf. Positions count the leaf as the last. */
interface Shape {
  kinds: ('group' | 'array' | 'blocks')[]
  leaf: string
  /** Which of them has a value for each locale. */
  localizedAt: number | undefined
  ruledAt: number
  rule: string
}

const shapes: fc.Arbitrary<Shape> = fc
  .array(fc.constantFrom('group' as const, 'array' as const, 'blocks' as const), { maxLength: 3 })
  .chain((kinds) =>
    fc.record({
      kinds: fc.constant(kinds),
      leaf: fc.constantFrom(...Object.keys(LEAVES)),
      // Groups themselves can't be localized.
      localizedAt: fc.constantFrom(...[...kinds.keys(), kinds.length].filter((at) => kinds[at] !== 'group'), undefined),
      ruledAt: fc.nat({ max: kinds.length }),
      rule: fc.constantFrom(...Object.keys(RULES)),
    }),
  )

/** Fields and blocks of one level; the block `twin` has the same names, for everyone to read. */
function fieldsOf(shape: Shape, at = 0, isRuled = true): object[] {
  const kind = shape.kinds[at]
  const own = {
    name: `f${at}`,
    ...(shape.localizedAt === at && { localized: true }),
    ...(isRuled && shape.ruledAt === at && RULES[shape.rule]),
  }
  const open = { name: 'open' }
  if (kind === undefined) return [{ ...own, ...LEAVES[shape.leaf]!.field }, open]
  if (kind !== 'blocks') return [{ ...own, type: kind, fields: fieldsOf(shape, at + 1, isRuled) }, open]
  const blocks = [
    { slug: 'twin', fields: fieldsOf(shape, at + 1, false) },
    { slug: 'real', fields: fieldsOf(shape, at + 1, isRuled) },
  ]
  return [{ ...own, type: 'blocks', blocks }, open]
}

/** Documents that differ in what the rule keeps back, and in nothing else. */
type Differing = 'secret' | 'other' | 'empty'

function contentOf(shape: Shape, which: Differing, at = 0): object {
  const value = heldBy(shape, which, at)
  return { [`f${at}`]: shape.localizedAt === at ? Object.fromEntries(LOCALES.map((locale) => [locale, value])) : value, open: 'o' }
}

function heldBy(shape: Shape, which: Differing, at: number): unknown {
  const kind = shape.kinds[at]
  const leaf = LEAVES[shape.leaf]!
  if (kind === undefined) return which === 'empty' ? null : leaf[which]
  if (kind !== 'group' && which === 'empty' && at === shape.ruledAt) return []
  const inside = contentOf(shape, which, at + 1)
  return kind === 'group' ? inside : [{ id: `row${at}`, ...(kind === 'blocks' && { blockType: 'real' }), ...inside }]
}

/** Paths to the ruled field and to what is in it, with and without a locale at each place. */
function pathsInto(shape: Shape): string[] {
  const found: string[] = []
  const walk = (at: number, path: string) => {
    if (at > shape.ruledAt) found.push(path.slice(1))
    if (at > shape.kinds.length)
      return void (shape.leaf.startsWith('relation') && found.push(`${path.slice(1)}.name`, `${path.slice(1)}.id`))
    for (const locale of ['', ...LOCALES.map((one) => `.${one}`)]) walk(at + 1, `${path}.f${at}${locale}`)
  }
  walk(0, '')
  return found
}

/** How another collection comes to the document. */
const HOPS = ['', 'one.', 'many.', 'spoken.', 'spoken.th.', 'rows.one.', 'rows.en.one.']

const testsOf = ({ leaf }: Shape): object[] => {
  const secret = [LEAVES[leaf]!.secret].flat()[0]
  return [
    { exists: true },
    { equals: secret },
    { not_equals: secret },
    { in: [secret] },
    ...(typeof secret === 'string' ? [{ like: 'ecre' }] : []),
  ]
}

describe('access/unreadable paths', () => {
  pairwise((host, database) => {
    let started: Started
    let cms: Handle
    let editor: Browser
    const sample = fc.sample(shapes, inDepth(7, 150))
    // What leaked once.
    sample.push(
      { kinds: ['array'], leaf: 'text', localizedAt: 0, ruledAt: 1, rule: 'admin' },
      { kinds: ['group', 'blocks', 'group'], leaf: 'select', localizedAt: 1, ruledAt: 2, rule: 'owner' },
      { kinds: ['blocks', 'group'], leaf: 'text', localizedAt: undefined, ruledAt: 2, rule: 'admin' },
      { kinds: ['blocks', 'array'], leaf: 'relation', localizedAt: undefined, ruledAt: 2, rule: 'data' },
      { kinds: ['blocks', 'blocks'], leaf: 'text', localizedAt: 2, ruledAt: 2, rule: 'admin' },
    )
    /** By shape: documents, and those that point to them, in the same order. */
    const ids: { docs: number[]; refs: number[] }[] = []

    before(async function () {
      this.timeout(240_000)
      started = await start(host, database, {
        localization: { locales: LOCALES },
        collections: [
          { slug: 'people', access: { read: 'anyone' }, fields: [{ name: 'name' }] },
          ...sample.flatMap((shape, index) => {
            const to = { type: 'relationship', to: `docs${index}` }
            const fields = [
              { name: 'one', ...to },
              { name: 'many', ...to, hasMany: true },
              { name: 'spoken', ...to, localized: true },
              { name: 'rows', type: 'array', localized: true, fields: [{ name: 'one', ...to }] },
            ]
            return [
              { slug: `docs${index}`, access: { read: 'anyone' }, fields: fieldsOf(shape) },
              { slug: `refs${index}`, access: { read: 'anyone' }, fields },
            ]
          }),
        ],
      } as object)
      cms = started.cms
      await makeUser(cms, 'editor@x.org', { role: 'editor' })
      editor = await new Browser(started.listener).login('editor@x.org')
      for (const name of ['secret', 'other']) await cms.create('people', { name })
      for (const [index, shape] of sample.entries()) {
        const [docs, refs]: number[][] = [[], []]
        for (const which of ['secret', 'other', 'empty'] as const) {
          const { id } = (await cms.create(`docs${index}`, contentOf(shape, which), { locale: 'all' } as object)) as { id: number }
          const both = (value: unknown) => ({ en: value, th: value })
          const ref = { one: id, many: [id], spoken: both(id), rows: both([{ one: id }]) }
          docs!.push(id)
          refs!.push(((await cms.create(`refs${index}`, ref, { locale: 'all' } as object)) as { id: number }).id)
        }
        ids.push({ docs: docs!, refs: refs! })
      }
    })
    after(() => end(started?.cms))

    const callers = () => ({ visitor: cms.as(null), editor: cms.as({ id: 99, role: 'editor' } as any) })

    /** What a query finds; nothing where it is refused. */
    async function found(ask: () => Promise<any>): Promise<number[] | undefined> {
      try {
        return (await ask()).docs.map(({ id }: any) => id)
      } catch (error) {
        expect((error as { code?: string }).code, String(error)).to.be.oneOf(['FIELD_FORBIDDEN', 'BAD_QUERY'])
        return undefined
      }
    }

    it('filters tell nothing, in any locale and through any hop', async () => {
      for (const [index, shape] of sample.entries())
        for (const [who, handle] of Object.entries(callers()))
          for (const hop of HOPS)
            for (const path of pathsInto(shape))
              for (const [number, test] of testsOf(shape).entries()) {
                const where = { [hop + path]: test }
                const [slug, all] = hop === '' ? [`docs${index}`, ids[index]!.docs] : [`refs${index}`, ids[index]!.refs]
                const answer = await found(() => handle.find(slug, { where, sort: 'id', depth: 0 } as object))
                if (answer !== undefined && answer.length > 0)
                  expect(answer, `${who}: ${JSON.stringify(where)} of ${JSON.stringify(shape)}`).to.deep.equal(all)
                // Whatever is refused is refused with every operator.
                if (number === 0 && answer === undefined) break
              }
    }).timeout(240_000)

    it('nor do orders', async () => {
      for (const [index, shape] of sample.entries())
        for (const [who, handle] of Object.entries(callers()))
          for (const hop of ['', 'one.', 'spoken.th.'])
            for (const path of pathsInto(shape))
              for (const sort of [hop + path, `-${hop}${path}`]) {
                const [slug, all] = hop === '' ? [`docs${index}`, ids[index]!.docs] : [`refs${index}`, ids[index]!.refs]
                const answer = await found(() => handle.find(slug, { sort, depth: 0 } as object))
                if (answer) expect(answer, `${who}: ${sort} of ${JSON.stringify(shape)}`).to.deep.equal([...all].reverse())
              }
    }).timeout(240_000)

    it('nor do documents, whatever is selected or filled in', async () => {
      for (const [index, shape] of sample.entries())
        for (const [who, handle] of Object.entries(callers()))
          for (const options of [{}, { locale: 'th' }, { locale: 'all' }, { fallbackLocale: false }, { select: ['f0'] }])
            for (const slug of ['docs', 'refs']) {
              const answer = await handle.find(`${slug}${index}`, { sort: 'id', depth: 3, ...options } as object).catch((error) => {
                expect(error.code, String(error)).to.be.oneOf(['FIELD_FORBIDDEN', 'BAD_QUERY'])
                return undefined
              })
              const readable = answer?.docs.map((doc: any) =>
                JSON.stringify(doc, (key, value) => (/^id$|At$/.test(key) ? undefined : value)),
              )
              expect(new Set(readable).size, `${who}: ${readable?.join('\n')} of ${JSON.stringify(shape)}`).to.be.at.most(1)
            }
    }).timeout(240_000)

    it('nor do the choices of a form, or a request', async () => {
      for (const [index, shape] of sample.entries())
        for (const path of fc.sample(fc.constantFrom(...pathsInto(shape)), inDepth(5, 60))) {
          const where = { [path]: { exists: true } }
          const chosen = await editor.post('/admin/choices', { collection: `refs${index}`, field: 'one', where, data: {} })
          const listed = await started.agent.get(`/api/cms/docs${index}`).query({ where: JSON.stringify(where) })
          for (const { status, body } of [chosen, listed]) {
            expect(status, JSON.stringify(body)).to.be.oneOf([200, 400, 403])
            if (status === 200) expect(body.docs.length, `${path} of ${JSON.stringify(shape)}`).to.be.oneOf([0, 3])
          }
        }
    }).timeout(240_000)

    it('while whoever may read a field asks for it by name, and by name and locale', async () => {
      for (const [index, shape] of sample.entries()) {
        if (shape.rule === 'hidden') continue
        const plain = [...shape.kinds, 'leaf'].map((_, at) => `f${at}`)
        const spoken = plain.map((name, at) => (at === shape.localizedAt ? `${name}.th` : name))
        const [secret] = ids[index]!.docs
        for (const path of [plain, spoken]) {
          const where = { [path.join('.')]: testsOf(shape)[1] }
          const answer = await cms.find(`docs${index}`, { where } as object)
          expect(
            answer.docs.map(({ id }: any) => id),
            `${JSON.stringify(where)} of ${JSON.stringify(shape)}`,
          ).to.deep.equal([secret])
        }
      }
    }).timeout(240_000)
  })
})
