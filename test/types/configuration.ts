/** The configuration of the project that the cases are checked in. */
export const CONFIG = `import { sdl } from 'galley'
import { sqlite } from 'galley/sqlite'
export default {
  secret: 'a-secret-of-at-least-thirty-two-characters',
  db: sqlite({ filename: ':memory:' }),
  apiKeys: true,
  localization: { locales: ['en', 'th'] },
  upload: { imageSizes: [{ name: 'card', width: 300 }], folders: true },
  collections: [{ slug: 'users', fields: [{ name: 'team' }] }, {
    slug: 'vaults',
    drafts: true,
    trash: true,
    access: { update: 'owner' },
    fields: [
      { name: 'name', required: true },
      { name: 'secret', hidden: true, required: true },
      { name: 'keeper', type: 'relationship', to: 'authors', hidden: true },
      { name: 'box', type: 'group', fields: [{ name: 'label' }, { name: 'key', hidden: true }] },
      { name: 'pending' },
      { name: 'masked', type: 'group', fields: [{ name: 'a' }], shown: () => 'masked' },
      { name: 'body', type: 'richText', blocks: [{ slug: 'callout', fields: [{ name: 'text', required: true }, { name: 'who', type: 'relationship', to: 'authors' }, { name: 'owner', type: 'relationship', to: 'authors', required: true }] }] },
    ],
  }, {
    slug: 'stays',
    fields: [
      { name: 'title', required: true },
      { name: 'about', type: 'group', fields: [{ name: 'day', type: 'date', required: true }, { name: 'words', localized: true }] },
      { name: 'nights', type: 'array', localized: true, fields: [{ name: 'day', type: 'date' }, { name: 'moods', options: ['calm'], hasMany: true, type: 'select' }] },
      { name: 'body', type: 'richText', blocks: [{ slug: 'callout', fields: [{ name: 'when', type: 'date' }, { name: 'moods', type: 'select', options: ['calm'], hasMany: true }, { name: 'who', type: 'relationship', to: 'authors' }, { name: 'all', type: 'relationship', to: 'authors', hasMany: true }] }] },
    ],
  }, { slug: 'safes', fields: [{ name: 'name' }, { name: 'owner', type: 'relationship', to: 'authors', hidden: true }] }],
  globals: [{ slug: 'tenant', drafts: true, versions: true, schedule: true, scope: ({ context }) => context.tenant, fields: [{ name: 'name', required: true, defaultValue: 'T' }] }],
  schema: sdl\`
    type Post @collection(slug: "posts") {
      title: String!, summary: String @localized, views: Int, author: Author!, second: Author, tags: [Tag!], mood: Mood
      cover: Media, seo: Seo, links: [Link!], layout: [Block!], reviewedAt: DateTime, memo: String @access(read: admin)
    }
    type Seo { title: String, score: Int }
    type Link { url: String!, to: Author }
    union Block = Hero | Quote
    type Hero { heading: String!, image: Media }
    type Quote { text: String!, by: Author }
    type Author @collection(slug: "authors") { name: String!, boss: Author }
    type Tag @collection(slug: "tags", orderable: true) { name: String! }
    type Note @collection(slug: "notes", drafts: true, versions: true, schedule: true) { text: String! }
    type Site @global(slug: "site") { name: String! @default(value: "A site"), owner: String!, legal: Legal, offices: [Office!] }
    type Legal { imprint: String! }
    type Office { city: String! }
    type Event @collection(slug: "events") {
      title: String!, kind: Kind, link: String! @admin(condition: { field: "kind", equals: "online" }), place: Place
      hall: Hall @admin(condition: { field: "kind", equals: "here" })
      stops: [Stop!], parts: [Part!]
    }
    enum Kind { online here }
    type Place { city: String!, map: Map, note: String }
    type Map { url: String! }
    type Hall { name: String! }
    type Stop { place: Place, day: DateTime }
    union Part = Talk
    type Talk { place: Place }
    enum Mood { calm bright }
  \`,
}
`
