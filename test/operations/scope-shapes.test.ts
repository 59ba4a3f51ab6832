/** What a `scope` gives tells tenants apart, or it denies: no two of them ever share a value because both look the same as a text. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { configWith, driversFor, end, type Started } from '../harness/start.ts'

class Tenant {
  id: number
  constructor(id: number) {
    this.id = id
  }
}

/** Two tenants, as a mistake may give them. */
const MISTAKEN: Record<string, [unknown, unknown]> = {
  'their documents': [{ id: 1 }, { id: 2 }],
  'instances of a class': [new Tenant(1), new Tenant(2)],
  lists: [[1], ['1']],
  maps: [new Map([['id', 1]]), new Map([['id', 2]])],
  dates: [new Date(1), new Date(2)],
  'yes and no': [true, false],
  'no numbers': [Number.NaN, Number.POSITIVE_INFINITY],
  'numbers that are no ids': [1.5, 2 ** 60],
  symbols: [Symbol('a'), Symbol('b')],
  functions: [() => 1, () => 2],
  proxies: [new Proxy({}, {}), new Proxy({}, {})],
}

const ALLOWED: Record<string, [unknown, unknown]> = {
  texts: ['north', 'south'],
  ids: [1, 2],
  promises: [Promise.resolve('north'), Promise.resolve('south')],
  'a text and the shared value': ['north', undefined],
}

for (const database of driversFor('operations/scope-shapes'))
  describe(`operations: shapes of scopes with ${database.name}`, () => {
    let cms: Handle
    const logged: Started['logged'] = []
    afterEach(() => end(cms))

    async function started(tenants: [unknown, unknown]) {
      const scope = ({ context }: any) => (context.which === 2 ? null : tenants[context.which])
      const globals = [{ slug: 'site', access: { read: 'anyone', update: 'anyone' }, scope, fields: [{ name: 'name' }] }]
      logged.length = 0
      const audit = { scope: (context: any) => scope({ context }) as string }
      cms = await createCms(configWith(database, { globals, audit } as never, logged))
      return [0, 1].map((which) => cms.as(null, { which })) as [Handle, Handle]
    }

    for (const [name, tenants] of Object.entries(MISTAKEN))
      it(`denies ${name}, and says so in the log`, async () => {
        for (const tenant of await started(tenants)) {
          expect(await codeOf(tenant.updateGlobal('site', { name: 'mine' }))).to.equal('UNAUTHENTICATED')
          expect(await codeOf(tenant.findGlobal('site'))).to.equal('UNAUTHENTICATED')
        }
        expect(logged.filter(({ line }) => line.includes("the scope of 'site' failed, so access is denied"))).to.have.length(4)
      })

    for (const [name, tenants] of Object.entries(ALLOWED))
      it(`keeps ${name} apart`, async () => {
        const handles = await started(tenants)
        for (const [which, tenant] of handles.entries()) await tenant.updateGlobal('site', { name: `of ${which}` })
        for (const [which, tenant] of handles.entries()) expect(await tenant.findGlobal('site')).to.include({ name: `of ${which}` })
        expect(logged.filter(({ line }) => line.includes('the scope of'))).to.deep.equal([])
      })

    it('shows nobody the entries of the audit log whose scope can’t be told, but those who have none', async () => {
      await started([{ id: 1 }, 'south'])
      const at = (which: number) => cms.as({ id: 1, role: 'admin' }, { which })
      for (const which of [0, 1]) await at(which).audit.note({ action: 'order.paid', target: `orders-${which}` })
      const targets = async (handle: Handle) => (await handle.audit.find()).docs.map(({ target }) => target)
      expect(await targets(at(1))).to.deep.equal(['orders-1'])
      expect(await codeOf(at(0).audit.find())).to.equal('FORBIDDEN')
      expect(await targets(at(2))).to.have.members(['orders-0', 'orders-1'])
    })
  })

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'resolved',
    (error) => error.code,
  )
