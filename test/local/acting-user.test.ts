/** The user whom `cms.as` is given: mistakes are errors, because the wrong user would see what others see. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

const ROLES = 'must be one of: admin, editor, reader'
const ID = 'must be the id of an account, or a text for a user of your application'
const MISTAKES: [user: unknown, says: string][] = [
  ['admin', "user: must be a user such as { id: 7, role: 'reader' }, or null for a visitor, not a string"],
  [[], 'or null for a visitor, not a list'],
  [Promise.resolve(null), 'not a Promise; write await in front of it'],
  [{}, `user.role: ${ROLES}, not undefined`],
  [{ id: 7 }, `user.role: ${ROLES}, not undefined`],
  [{ id: 7, rol: 'admin' }, `user.role: ${ROLES}; you wrote 'rol'`],
  [{ id: 7, role: 'zz' }, `user.role: ${ROLES}, not 'zz'`],
  [{ id: 7, role: ['admin'] }, `user.role: ${ROLES}, not a list`],
  [{ id: 7, role: null }, `user.role: ${ROLES}, not null`],
  [{ role: 'admin' }, `user.id: ${ID}, not undefined`],
  [{ id: '', role: 'admin' }, `user.id: ${ID}, not an empty text`],
  [{ id: 1.5, role: 'admin' }, `user.id: ${ID}, not 1.5`],
  [{ id: '7', role: 'admin' }, "user.id: must be a number for an account: 7, not '7'; users of your application have ids such as 'host:7'"],
]

describe('local: the user of a handle', () => {
  let cms: Handle
  const startWith = async (rbac: boolean) => {
    cms = await startCms(DATABASES[0]!, {
      auth: { roles: ['admin', 'editor', 'reader'], rbac },
      collections: [{ slug: 'posts', fields: [{ name: 'a' }] }],
    })
  }
  afterEach(() => end(cms))

  it('must be one', async () => {
    await startWith(false)
    for (const [user, says] of MISTAKES)
      expect(() => cms.as(user as never), says)
        .to.throw(says)
        .with.property('code', 'BAD_REQUEST')
    for (const user of [
      { id: 7, role: 'editor' },
      { id: 'host:7', role: 'reader' },
    ])
      expect(cms.as(user).user).to.equal(user)
    for (const user of [null, undefined]) expect(cms.as(user as null).user).to.equal(null)
  })

  it('is refused at once, as are a wrong context and an unknown locale', async () => {
    cms = await startCms(DATABASES[0]!, {
      localization: { locales: ['en', 'th'] },
      collections: [{ slug: 'posts', fields: [{ name: 'a' }] }],
    })
    for (const context of ['x', [], null]) expect(() => cms.as(null, context as never)).to.throw(/^context: must be an object, not /)
    for (const locale of ['de', '', null, undefined, 3, ['en']])
      expect(() => cms.in(locale as never)).to.throw('locale: must be one of: en, th, all')
    expect(() =>
      cms
        .as(null)
        .in('th')
        .in('de' as never),
    ).to.throw('locale: must be one of: en, th, all')
    for (const locale of ['en', 'th', 'all']) expect((await cms.in(locale).find('posts')).docs).to.deep.equal([])
  })

  it('may have a role of an admin, where admins add roles', async () => {
    await startWith(true)
    expect(() => cms.as({ id: 7, rol: 'x' } as never)).to.throw("user.role: must be the name of a role; you wrote 'rol'")
    expect(cms.as({ id: 7, role: 'added' }).user).to.deep.equal({ id: 7, role: 'added' })
  })
})
