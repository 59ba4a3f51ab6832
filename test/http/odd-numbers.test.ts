/** Numbers that can't be stored as they were given: every type of field refuses them by its name and in its own words, at every door and depth. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, everywhere, type Started, start, temporaryFile } from '../harness/start.ts'

type Doc = Record<string, any>

const MOST = Number.MAX_SAFE_INTEGER
const TOO_LARGE = `must be between -${MOST} and ${MOST}, since larger numbers can't be stored exactly; use text instead`
const NAN = 'must be a number, not NaN'

interface Refused {
  large: string | RegExp
  nan: string
  bigInt: string
}

const always = (what: string): Refused => ({ large: `must be ${what}`, nan: `must be ${what}`, bigInt: `must be ${what}` })
const number: Refused = { large: TOO_LARGE, nan: NAN, bigInt: 'must be a number' }
const id: Refused = {
  large: new RegExp(`^must be (a whole number|at least 1|at most ${MOST})$`),
  nan: 'must be a whole number',
  bigInt: 'must be a number',
}
const v = [{ name: 'v' }]

const TYPES: readonly [field: Doc, refused: Refused, valid: unknown][] = [
  [{ name: 'line' }, always('a string'), 'a'],
  [{ name: 'area', type: 'textarea' }, always('a string'), 'a'],
  [{ name: 'mail', type: 'email' }, always('a string'), 'a@example.org'],
  [{ name: 'n', type: 'number' }, number, MOST],
  [{ name: 'whole', type: 'number', integer: true }, number, -MOST],
  [{ name: 'own', type: 'amount' }, number, Number('0.1234567890123456789')],
  [{ name: 'flag', type: 'boolean' }, always('true or false'), true],
  [{ name: 'day', type: 'date' }, always('a valid date'), '2026-01-01T00:00:00.000Z'],
  [{ name: 'mood', type: 'select', options: ['calm', 'wild'] }, always('one of: calm, wild'), 'calm'],
  [{ name: 'moods', type: 'select', options: ['calm', 'wild'], hasMany: true }, always('a list'), ['calm']],
  [{ name: 'body', type: 'richText' }, always('an object'), { type: 'doc', content: [] }],
  [{ name: 'free', type: 'json' }, { ...number, bigInt: 'must be a number or text, not a BigInt' }, { a: [1e15, -0.5, 5e-324] }],
  [{ name: 'file', type: 'upload' }, id, null],
  [{ name: 'ref', type: 'relationship', to: 'tags' }, id, null],
  [{ name: 'refs', type: 'relationship', to: 'tags', hasMany: true }, always('a list'), []],
  [{ name: 'rows', type: 'array', fields: v }, always('a list'), []],
  [{ name: 'part', type: 'group', fields: v }, always('an object'), { v: 'a' }],
  [{ name: 'blocks', type: 'blocks', blocks: [{ slug: 'quote', fields: v }] }, always('a list'), []],
]
const names = TYPES.map(([{ name }]) => name as string)
const fields = TYPES.map(([field]) => field)

const PLACES: readonly [path: string, within: (values: unknown) => unknown][] = [
  ['', (values) => values],
  ['inGroup.', (values) => ({ inGroup: values })],
  ['inRows.0.', (values) => ({ inRows: [values] })],
  ['inBlocks.0.', (values) => ({ inBlocks: [{ blockType: 'all', ...(values as object) }] })],
]
const everyPlace = [
  ...fields,
  { name: 'inGroup', type: 'group', fields },
  { name: 'inRows', type: 'array', fields },
  { name: 'inBlocks', type: 'blocks', blocks: [{ slug: 'all', fields }] },
]

/** As JSON, which says more than JavaScript. */
const LARGE_JSON = [
  '1e400',
  '-1e400',
  '1e308',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '123456789012345678901234567890',
]
const LARGE = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e308, 2 ** 53, -(2 ** 53)]

everywhere((host, database) => {
  describe('http: odd numbers', () => {
    let started: Started
    let admin: Browser
    before(async () => {
      started = await start(host, database, {
        fieldTypes: [{ name: 'amount', base: 'number' }],
        upload: { dir: temporaryFile('-files') },
        collections: [
          { slug: 'tags', fields: v },
          { slug: 'posts', fields: everyPlace },
        ],
        globals: [{ slug: 'site', fields: everyPlace }],
      } as object)
      await makeUser(started.cms, 'admin@example.org', { role: 'admin' })
      admin = await new Browser(started.listener).login('admin@example.org')
      await started.cms.create('posts', { line: 'one' })
    })
    after(() => end(started.cms))

    const overHttp = async (body: string): Promise<[door: string, errors: unknown][]> => {
      const sent = (method: 'post' | 'patch', path: string) =>
        admin.send(method, path, (request: any) => request.set('content-type', 'application/json').send(body))
      return Promise.all(
        (['post /posts', 'patch /posts/1', 'post /globals/site'] as const).map(async (door): Promise<[string, unknown]> => {
          const [method, path] = door.split(' ') as ['post', string]
          const answer = await sent(method, path)
          return [`${door} ${answer.status}`, answer.body.errors]
        }),
      )
    }
    const locally = async (data: Doc): Promise<[door: string, errors: unknown][]> => {
      const { cms } = started
      const doors = {
        create: cms.create('posts', data),
        update: cms.update('posts', 1, data),
        updateGlobal: cms.updateGlobal('site', data),
      }
      return Promise.all(
        Object.entries(doors).map(async ([door, done]): Promise<[string, unknown]> => {
          const error = await (done as Promise<unknown>).then(
            () => undefined,
            (error) => error,
          )
          return [`${door} ${error?.status}`, error?.errors]
        }),
      )
    }

    function areRefused(answers: [door: string, errors: unknown][], what: string, path: string, kind: keyof Refused) {
      for (const [door, errors] of answers) {
        const where = `${door} ${path}${what}`
        expect(door).to.match(/ 400$/, where)
        const messages = new Map((errors as { field: string; message: string }[]).map(({ field, message }) => [field, message]))
        expect([...messages.keys()], where).to.have.members(names.map((name) => path + name))
        for (const [{ name }, refused] of TYPES) {
          const message = refused[kind]
          if (typeof message === 'string') expect(messages.get(path + name), `${where} ${name}`).to.equal(message)
          else expect(messages.get(path + name), `${where} ${name}`).to.match(message)
        }
      }
    }

    const sameInAll = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))

    for (const [path, within] of PLACES) {
      const where = path === '' ? 'in fields of a document' : `in ${path.slice(2).split('.')[0]!.toLowerCase()}`

      it(`are refused ${where}, over HTTP`, async () => {
        for (const text of LARGE_JSON) {
          const body = JSON.stringify(within(sameInAll('ODD'))).replaceAll('"ODD"', text)
          areRefused(await overHttp(body), text, path, 'large')
        }
      })

      it(`are refused ${where}, by the Local API`, async () => {
        for (const value of LARGE) areRefused(await locally(within(sameInAll(value)) as Doc), String(value), path, 'large')
        areRefused(await locally(within(sameInAll(Number.NaN)) as Doc), 'NaN', path, 'nan')
        areRefused(await locally(within(sameInAll(10n)) as Doc), '10n', path, 'bigInt')
      })
    }

    it('are named by their place inside JSON and rich text', async () => {
      for (const text of ['{"a":[1,1e400]}', '{"a":[1,9007199254740993]}'])
        for (const [door, errors] of await overHttp(`{"free":${text},"body":{"type":"doc","attrs":${text}}}`)) {
          expect(door).to.match(/ 400$/)
          expect((errors as Doc[]).map(({ field, message }) => `${field}: ${message}`)).to.deep.equal([
            `body: the value at 'attrs.a.1' ${TOO_LARGE}`,
            `free: the value at 'a.1' ${TOO_LARGE}`,
          ])
        }
      for (const [, errors] of await locally({ free: { a: [Number.NaN] } }))
        expect((errors as Doc[])[0]).to.include({ field: 'free', message: `the value at 'a.0' ${NAN}` })
    })

    it('are refused as text where a number is meant', async () => {
      for (const text of ['1e400', '-1e400', '9007199254740993'])
        for (const [, errors] of await overHttp(`{"n":"${text}"}`))
          expect((errors as Doc[])[0]).to.include({ field: 'n', message: TOO_LARGE })
      for (const text of ['NaN', 'Infinity', '0x10', '12px'])
        for (const [, errors] of await overHttp(`{"n":"${text}"}`))
          expect((errors as Doc[])[0]).to.include({ field: 'n', message: 'must be a number' })
    })

    it('leave nothing behind, and their neighbours are kept as they are', async () => {
      expect((await started.cms.find('posts')).totalDocs).to.equal(1)
      const valid = Object.fromEntries(TYPES.map(([{ name }, , value]) => [name, value]))
      const { id } = (await admin.post('/posts', valid)).body
      const found: Doc = (await started.cms.findById('posts', id))!
      for (const name of names) expect(found[name], name).to.deep.equal(valid[name])
    })

    it('are not reached by counting', async () => {
      const { id } = await started.cms.create('posts', { n: MOST - 1, whole: 1 })
      expect(await started.cms.increment('posts', id, 'n', 1)).to.include({ n: MOST })
      for (const limits of [{}, { max: Number.MAX_VALUE }])
        expect((await started.cms.increment('posts', id, 'n', 1, limits).catch((error) => error)).message).to.equal(`n: ${TOO_LARGE}`)
      for (const by of [2 ** 53, Number.POSITIVE_INFINITY, Number.NaN, '1' as never])
        expect((await started.cms.increment('posts', id, 'n', by).catch((error) => error)).message, String(by)).to.match(
          /^by: must be the number to add/,
        )
      expect((await started.cms.increment('posts', id, 'whole', 0.5).catch((error) => error)).message).to.equal(
        'whole: must be a whole number',
      )
    })
  })
})
