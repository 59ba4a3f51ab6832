/** What `shown` returns for a relation, or for what contains one, stays as it is at any depth, in every way to read. */
import { expect } from 'chai'
import { drawn } from '../harness/depth.ts'
import { DATABASES, end, HOSTS, type Started, start } from '../harness/start.ts'

for (const database of drawn(DATABASES, 'shown relations'))
  describe(`query: shown relations with ${database.name}`, () => {
    let started: Started
    before(async () => {
      const same = (value: unknown) => value
      const next = { name: 'next', type: 'relationship', to: 'posts' } as const
      started = await start(HOSTS[0]!, database, {
        collections: [
          {
            slug: 'posts',
            access: { read: 'anyone' },
            fields: [
              { ...next, name: 'plain' },
              { ...next, shown: same },
              { ...next, name: 'many', hasMany: true, shown: same },
              { name: 'group', type: 'group', shown: same, fields: [next] },
              {
                name: 'masked',
                type: 'group',
                shown: () => 'masked',
                fields: [{ name: 'a' }, { name: 'tags', options: ['x'], hasMany: true }],
              },
              { ...next, name: 'hiddenTarget', shown: () => 'masked' },
              { name: 'length', type: 'group', shown: (value: any) => value.words?.length ?? null, fields: [{ name: 'words' }] },
              { name: 'rows', type: 'array', fields: [{ ...next, shown: same }] },
            ],
          },
        ],
      })
    })
    after(() => end(started.cms))

    it('are what the function returns', async () => {
      const { cms, agent } = started
      const { id } = await cms.create('posts', {})
      const data = {
        plain: id,
        next: id,
        many: [id],
        group: { next: id },
        rows: [{ next: id }],
        masked: { a: 'secret' },
        hiddenTarget: id,
        length: { words: 'four' },
      }
      const made = await cms.create('posts', data)
      for (const depth of [0, 1, 2] as const) {
        const places = [
          await cms.findById('posts', made.id, { depth }),
          (await cms.find('posts', { depth, sort: '-id', limit: 1 })).docs[0],
          (await agent.get(`/api/cms/posts/${made.id}?depth=${depth}`).expect(200)).body,
          (await agent.get(`/api/cms/posts?depth=${depth}&sort=-id`).expect(200)).body.docs[0],
        ]
        for (const { plain, next, many, group, rows, masked, hiddenTarget, length } of places) {
          expect({ masked, hiddenTarget, length }).to.deep.equal({ masked: 'masked', hiddenTarget: 'masked', length: 4 })
          expect({ next, many, group, row: rows[0].next }).to.deep.equal({ next: id, many: [id], group: { next: id }, row: id })
          expect(depth === 0 ? plain : plain.id).to.equal(id)
        }
      }
    })
  })
