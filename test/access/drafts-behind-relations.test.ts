/** A relation is filled in with the draft behind its target, as a read of the target would be; and with what is live where the draft left the reader’s reach. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, everywhere, type Started, start } from '../harness/start.ts'

const read = ({ user }: any) => user?.role === 'admin' || { place: { equals: 'mine' } }
const target = { drafts: true, access: { read }, fields: [{ name: 'title' }, { name: 'place' }] }
const hooks = { afterRead: [({ doc }: any) => doc] }
const byData = { name: 'note', access: { read: ({ data }: any) => data?.title !== null } }

/** Printed as text, or as objects, which hooks and rules look at. */
const TARGETS: Record<string, object> = {
  plain: target,
  hooked: { ...target, hooks },
  ruled: { ...target, fields: [...target.fields, byData] },
}
const PARENTS: Record<string, object> = { pages: {}, 'hooked-pages': { hooks } }

describe('access/drafts behind relations', () => {
  everywhere((host, database) => {
    let started: Started
    const readers: Record<string, Browser> = {}
    before(async () => {
      const relations = Object.keys(TARGETS).flatMap((to) => [
        { name: to, type: 'relationship', to },
        { name: `${to}Many`, type: 'relationship', to, hasMany: true },
        { name: `${to}Rows`, type: 'array', fields: [{ name: 'one', type: 'relationship', to }] },
      ])
      started = await start(host, database, {
        collections: [
          ...Object.entries(TARGETS).map(([slug, given]) => ({ slug, ...given })),
          ...Object.entries(PARENTS).map(([slug, given]) => ({ slug, ...given, fields: relations })),
        ],
      } as object)
      const { cms, listener } = started
      for (const role of ['admin', 'editor']) {
        await makeUser(cms, `${role}@x.org`, { role })
        readers[role] = await new Browser(listener).login(`${role}@x.org`)
      }
      const page: Record<string, unknown> = {}
      for (const slug of Object.keys(TARGETS)) {
        const { id } = await cms.create(slug, { title: 'live', place: 'mine', status: 'published' })
        await cms.update(slug, id, { title: 'canary', place: 'theirs', status: 'draft' })
        Object.assign(page, { [slug]: id, [`${slug}Many`]: [id], [`${slug}Rows`]: [{ one: id }] })
      }
      for (const slug of Object.keys(PARENTS)) await cms.create(slug, page)
    })
    after(() => end(started?.cms))

    for (const parent of Object.keys(PARENTS))
      it(`${parent}: in a read, a list, and the answer to a change`, async () => {
        for (const [who, sees, never] of [
          ['editor', 'live', 'canary'],
          ['admin', 'canary', 'live'],
        ] as const) {
          const reader = readers[who]!
          for (const answer of [
            await reader.get(`/${parent}/1?draft=true&depth=1`),
            await reader.get(`/${parent}?draft=true&depth=1`),
            await reader.patch(`/${parent}/1?draft=true&depth=1`, {}),
          ]) {
            expect(answer.status, answer.text).to.equal(200)
            expect(answer.text.split(sees), who).to.have.length(10)
            expect(answer.text, who).to.not.include(never)
          }
        }
      })
  })
})
