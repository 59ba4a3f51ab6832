/** The menu of somebody who only reads has nothing but what can be read; whoever writes or invites has the rest as well. */
import { expect } from 'chai'
import { areas, entriesOf, needless } from '../../admin-components/shell/areas.ts'

const NOTHING = { read: false, create: false, update: false, delete: false, publish: false }
const READS = { ...NOTHING, read: true }

const entity = (slug: string, may: object) => ({ slug, kind: 'collection', labels: {}, icon: 'x', admin: {}, may })

/** As much of the app as the menu asks. */
function appOf(posts: object, users: object): any {
  const collections = [entity('posts', posts), entity('users', users), entity('api-keys', { ...READS, create: true, delete: true })]
  const schema = { collections, globals: [], pages: [], nav: [], views: ['keys', 'api'] }
  return {
    schema,
    known: schema,
    t: (key: string) => key,
    label: (_label: unknown, otherwise: string) => otherwise,
    collection: (slug: string) => collections.find((one) => one.slug === slug),
  }
}
const menu = (app: any, counts?: Record<string, number>) =>
  areas(app, needless(app, counts)).flatMap((group) => [group, ...group.children].flatMap(({ entries }) => entries.map(({ to }) => to)))

describe('admin-components: the areas of the menu', () => {
  it('leave out keys, the API and a list of oneself for somebody who only reads, and the groups that would be empty', () => {
    const reader = appOf(READS, { ...READS, update: true })
    expect(menu(reader, { posts: 3, users: 1 })).to.deep.equal(['c/posts'])
    expect(menu(reader, undefined), 'before it is known how many people there are').to.deep.equal(['c/posts'])
    expect(areas(reader, needless(reader, { users: 1 })).map(({ id }) => id)).to.deep.equal(['content'])
    expect(menu(reader, { users: 2 })).to.deep.equal(['c/posts', 'c/users'])
    expect(
      entriesOf(reader).map(({ to }) => to),
      'the palette',
    ).to.include.members(['system/keys', 'system/api', 'c/users'])
  })

  it('are all there for those who write, and for those who invite the first other person', () => {
    for (const verb of ['create', 'update', 'delete', 'publish'])
      expect(menu(appOf({ ...READS, [verb]: true }, READS), { users: 1 }), verb).to.deep.equal(['c/posts', 'system/keys', 'system/api'])
    const admin = appOf({ ...READS, create: true }, { ...READS, create: true })
    expect(menu(admin, { users: 1 })).to.deep.equal(['c/posts', 'c/users', 'system/keys', 'system/api'])
  })
})
