/** The first save in another locale leaves readers of the default locale what they saw: of globals and of documents, in groups and lists, with drafts and versions. */
import { expect } from 'chai'
import { DATABASES, end, HOSTS, start } from '../harness/start.ts'

const localized = { localized: true }
const fields = [
  { name: 'name', ...localized, defaultValue: 'Default' },
  { name: 'said', ...localized, defaultValue: ({ locale }: any) => `in ${locale}` },
  {
    name: 'seo',
    type: 'group',
    fields: [
      { name: 'title', ...localized, defaultValue: 'Seo' },
      { name: 'plain', defaultValue: 'plain' },
    ],
  },
  { name: 'links', type: 'array', ...localized, fields: [{ name: 'url' }], defaultValue: [{ url: '/' }] },
  { name: 'empty', ...localized },
]
const MORE: Record<string, object> = {
  plain: {},
  'with drafts and versions': { drafts: true, versions: true },
}

for (const host of HOSTS)
  for (const database of DATABASES)
    for (const [name, more] of Object.entries(MORE))
      it(`features: a first save in another locale, ${name}, on ${host.name} with ${database.name}`, async () => {
        const { cms, agent } = await start(host, database, {
          localization: { locales: ['th', 'en', 'fr'], defaultLocale: 'th', fallback: false },
          collections: [{ slug: 'posts', access: { read: 'anyone', create: 'anyone', update: 'anyone' }, fields, ...more }],
          globals: [{ slug: 'site', access: { read: 'anyone', update: 'anyone' }, fields, ...more }],
        } as any)
        const values = ({ name, said, seo, links, empty }: any) => [
          name,
          said,
          seo.title,
          seo.plain,
          links.map(({ url }: any) => url),
          empty,
        ]
        try {
          const given = { name: 'Name', ...('drafts' in more && { status: 'published' }) }
          const made = cms.in('en')
          for (const path of ['/globals/site', '/posts']) {
            // Whoever may publish is signed in; here it is the system.
            const id = path === '/posts' ? (await made.create('posts', given)).id : undefined
            if (id === undefined) await made.updateGlobal('site', given)
            const at = id === undefined ? path : `${path}/${id}`
            const of = async (locale: string) => values((await agent.get(`/api/cms${at}?locale=${locale}`).expect(200)).body)
            expect(await of('th'), `${at} th`).to.deep.equal(['Default', 'in th', 'Seo', 'plain', ['/'], null])
            expect(await of('en'), `${at} en`).to.deep.equal(['Name', 'in en', 'Seo', 'plain', ['/'], null])
            if ('drafts' in more) {
              const { docs } = id === undefined ? await cms.findGlobalVersions('site') : await cms.findVersions('posts', id)
              const restored =
                id === undefined ? await cms.restoreGlobalVersion('site', docs[0]!.id) : await cms.restoreVersion('posts', id, docs[0]!.id)
              expect(values(restored), `${at} restored`).to.deep.equal(['Default', 'in th', 'Seo', 'plain', ['/'], null])
            }
            const again = { name: 'Again', seo: { title: 'Again' }, links: [] }
            if (id === undefined) await made.updateGlobal('site', again)
            else await made.update('posts', id, again)
            expect(await of('th'), `${at} th afterwards`).to.deep.equal(['Default', 'in th', 'Seo', 'plain', ['/'], null])
          }
        } finally {
          await end(cms)
        }
      })
