/** Whatever the functions that tell tenants and people apart return, nobody is taken for somebody else. */
import { expect } from 'chai'
import { hostUser } from '../../adapters/host-user.ts'
import type { User } from '../../lib/actor.ts'
import { OutsideUsers } from '../../lib/auth/outside-users.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { makeUser } from '../harness/people.ts'
import { DATABASES, end, HOSTS, type Started, start } from '../harness/start.ts'

class Team {
  id = 1
}

/** What looks like another value once it is a text, or says nothing about whose it is. */
const ODD: Readonly<Record<string, () => unknown>> = {
  'an object': () => ({ id: 1 }),
  'an instance of a class': () => new Team(),
  'an empty list': () => [],
  'a list of one number': () => [1],
  'a list of one text': () => ['1'],
  NaN: () => Number.NaN,
  infinity: () => Number.POSITIVE_INFINITY,
  'a fraction': () => 1.5,
  'a number beyond the safe ones': () => 2 ** 53,
  true: () => true,
  false: () => false,
  'a function': () => () => 1,
  'a symbol': () => Symbol('1'),
  'a Date': () => new Date(500),
  'a Map': () => new Map([[1, 1]]),
  'a proxy': () => new Proxy({}, {}),
  bytes: () => Buffer.from([0xff]),
  'an error': () => new Error('1'),
  'an empty text': () => '',
  'half a character': () => '\ud800',
  'a null character': () => 'a\0b',
  'a throw': () => {
    throw new Error('no')
  },
}

const OF_PROMISES = Object.fromEntries(Object.entries(ODD).map(([name, make]) => [`a promise of ${name}`, async () => make()]))

/** Objects whose text cannot be had, or says nothing about whose it is. */
const WITHOUT_TEXT: Readonly<Record<string, object>> = {
  'an object without a prototype': Object.create(null),
  'a toString that is a text': { toString: 'x' },
  'a toString that is nothing': { toString: null },
  'a toString that throws': {
    toString() {
      throw new Error('no')
    },
  },
  'a toString that cannot be read': {
    get toString() {
      throw new Error('no')
    },
  },
  'a toString with an empty text': { toString: () => '' },
  'a toString with the text of any object': { toString: () => '[object Object]' },
  ...Object.fromEntries(
    [undefined, null, 1, true, {}, Object.create(null), ['1'], Symbol('1'), Promise.resolve('1'), new String('1')].map((one, at) => [
      `a toString that returns no text (${at})`,
      { toString: () => one },
    ]),
  ),
  'a boxed number that is none': new Number(Number.NaN),
  'a boxed truth': new Boolean(true),
  'a proxy that may not be used any more': revoked(),
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

/** The texts that the odd values become in a template, and what stands for nobody. */
const VICTIMS = [
  '[object Object]',
  '1',
  'NaN',
  'Infinity',
  '1.5',
  '9007199254740992',
  'true',
  'false',
  String(new Date(500)),
  '\ufffd',
  'Error: 1',
]

for (const [index, database] of DATABASES.entries()) {
  const host = HOSTS[index]!
  describe(`access/scope-shapes on ${host.name} with ${database.name}`, () => {
    let started: Started
    let cms: Handle
    let given: () => unknown = () => 'one'
    let auditScope: () => unknown = () => null
    let context: unknown
    let user: unknown

    before(async () => {
      started = await start(host, database, {
        audit: { scope: () => auditScope() as string },
        features: [hostUser((user) => user)],
        onRequest: () => ({ context: context as Record<string, unknown>, user: user as User }),
        collections: [{ slug: 'posts', useAsTitle: 'title', access: { read: 'anyone' }, fields: [{ name: 'title' }] }],
        globals: [
          { slug: 'site', access: { read: 'anyone', update: 'anyone' }, scope: () => given() as string, fields: [{ name: 'name' }] },
        ],
      })
      cms = started.cms
    })
    after(() => end(cms))
    beforeEach(() => {
      started.logged.length = 0
    })

    const timesLogged = (text: string) => started.logged.filter(({ level, line }) => level === 'error' && line.includes(text)).length

    it('denies a global whose scope is unusable, once in the log, and shows nobody else’s value', async () => {
      given = () => undefined
      await cms.updateGlobal('site', { name: 'shared' })
      for (const victim of VICTIMS) {
        given = () => victim
        await cms.updateGlobal('site', { name: `of ${victim}` })
      }
      for (const [name, make] of Object.entries({ ...ODD, ...OF_PROMISES })) {
        given = make
        started.logged.length = 0
        const read = await started.agent.get('/api/cms/globals/site')
        expect(read.status, `read with ${name}`).to.equal(401)
        expect(timesLogged("the scope of 'site' failed, so access is denied"), name).to.equal(1)
        const changed = await started.agent.post('/api/cms/globals/site').send({ name: 'stolen' })
        expect(changed.status, `change with ${name}`).to.equal(401)
      }
      given = () => undefined
      expect(await cms.findGlobal('site')).to.include({ name: 'shared' })
      for (const victim of VICTIMS) {
        given = () => victim
        expect(await cms.findGlobal('site'), victim).to.include({ name: `of ${victim}` })
      }
    })

    it('takes a whole number as its text, undefined as the shared value and null as none', async () => {
      given = async () => 7
      await cms.updateGlobal('site', { name: 'seven' })
      given = () => '7'
      expect(await cms.findGlobal('site')).to.include({ name: 'seven' })
      given = () => null
      expect(await cms.findGlobal('site')).to.include({ name: null })
      given = () => undefined
      expect(await cms.findGlobal('site')).to.include({ name: 'shared' })
      expect(started.logged.filter(({ level }) => level === 'error')).to.deep.equal([])
    })

    it('shows the audit log to nobody whose scope is unusable, and their entries to no tenant', async () => {
      const admin = { ...(await makeUser(cms, 'boss@example.org', { role: 'admin' })), role: 'admin' }
      const unusable = { ...ODD, ...OF_PROMISES, undefined: () => undefined }
      for (const tenant of VICTIMS) {
        auditScope = () => tenant
        await cms.create('posts', { title: `of ${tenant}` })
      }
      for (const [name, make] of Object.entries(unusable)) {
        auditScope = make
        started.logged.length = 0
        const error = await cms
          .as(admin)
          .audit.find()
          .then(
            () => undefined,
            (thrown: { code: string }) => thrown,
          )
        expect(error?.code, `entries with ${name}`).to.equal('FORBIDDEN')
        expect(timesLogged('audit.scope failed, so access is denied'), name).to.equal(1)
        await cms.create('posts', { title: `with ${name}` })
        expect(timesLogged('audit.scope failed: an entry of the audit log has no scope'), name).to.equal(1)
      }
      for (const tenant of VICTIMS) {
        auditScope = () => tenant
        const { docs } = await cms.as(admin).audit.find({ target: 'posts', limit: 500 })
        expect(
          docs.map(({ title }) => title),
          tenant,
        ).to.deep.equal([`of ${tenant}`])
      }
      auditScope = () => null
      const { totalDocs } = await cms.as(admin).audit.find({ target: 'posts' })
      expect(totalDocs).to.equal(VICTIMS.length + Object.keys(unusable).length)
    })

    it('fails a request whose context is not a plain object', async () => {
      for (const odd of ['north', ['north'], 1, null, true, new Map([['tenant', 'north']]), new Date(), new Team(), () => 1]) {
        context = odd
        expect((await started.agent.get('/api/cms/posts')).status, String(odd)).to.equal(500)
      }
      for (const usable of [undefined, {}, { tenant: 'north' }]) {
        context = usable
        expect((await started.agent.get('/api/cms/posts')).status).to.equal(200)
      }
    })

    it('takes a user whose id or role is unusable for a visitor', async () => {
      const odd = Object.entries({ ...ODD, ...OF_PROMISES }).flatMap(([name, make]) => (name.endsWith('a throw') ? [] : [[name, make()]]))
      for (const [name, one] of [...odd, ...Object.entries(WITHOUT_TEXT)] as [string, unknown][])
        for (const given of [
          { id: one, role: 'admin' },
          { id: 'u-1', role: one },
        ]) {
          user = given
          expect((await started.agent.get('/api/cms/posts')).status, `read with ${name}`).to.equal(200)
          expect((await started.agent.get('/api/cms/admin/audit')).status, `audit log with ${name}`).to.equal(401)
        }
      user = { id: 'u-1', role: 'admin' }
      auditScope = () => null
      expect((await started.agent.get('/api/cms/admin/audit')).status).to.equal(200)
      user = undefined
    })
  })
}

describe('access/scope-shapes of people from outside', () => {
  const outside = new OutsideUsers({ auth: { roles: ['editor'] }, log: { info() {}, warn() {}, error() {} } } as never, [])
  const keyOf = async (id: unknown) => (await outside.admit({ id: id as string, role: 'editor' }))?.id

  it('gives a key only to an id that no other person’s can look like', async () => {
    for (const [name, make] of Object.entries(ODD)) if (name !== 'a throw') expect(await keyOf(make()), name).to.equal(undefined)
    for (const [name, id] of Object.entries(WITHOUT_TEXT)) expect(await keyOf(id), name).to.equal(undefined)
    for (const odd of [undefined, null, Promise.resolve(1)]) expect(await keyOf(odd)).to.equal(undefined)
  })

  it('takes texts, whole numbers, and objects of databases that have a text of their own', async () => {
    const objectId = { toString: () => '65f0c0ffee' }
    expect(await Promise.all([7, '7', 7n, 'u-7', objectId].map(keyOf))).to.deep.equal([
      'host:7',
      'host:7',
      'host:7',
      'host:u-7',
      'host:65f0c0ffee',
    ])
  })
})
