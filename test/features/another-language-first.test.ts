/** A document may be written in another language than the default one first: with every language at once it is read, changed and copied as it is. */
import { playing, type Scenario, type Step } from '../harness/scenario.ts'

const refused = (...fields: string[]) => ({ errors: fields.map((field) => ({ field })) })
const list = [{ url: '/1' }, { url: '/2' }]

const thai: Step = {
  send: 'POST /posts?locale=th',
  body: { title: 'ช้าง', links: list, rows: [{ id: 'r', word: 'หนึ่ง' }], seo: { title: 'ช' } },
  status: 201,
  events: ['create posts'],
}
const STORED = {
  title: { en: null, th: 'ช้าง' },
  links: { en: [], th: list },
  rows: [{ id: 'r', word: { en: null, th: 'หนึ่ง' } }],
  seo: { title: { en: null, th: 'ช' } },
}

const scenarios: Scenario[] = [
  {
    name: 'a change of every language goes through, and so does a copy',
    steps: [
      thai,
      { send: 'PATCH /posts/1?locale=all', body: { plain: 'x' }, status: 200, gives: { ...STORED, plain: 'x' }, events: ['update posts'] },
      { send: 'PATCH /posts/1?locale=all', body: STORED, status: 200, gives: STORED, events: ['update posts'] },
      { send: 'POST /posts?locale=all', body: STORED, status: 201, gives: { ...STORED, id: 2 }, events: ['create posts'] },
    ],
  },
  {
    name: 'what one language lacks is asked of that language, and of one at least',
    steps: [
      thai,
      { send: 'PATCH /posts/1', body: { plain: 'x' }, status: 400, gives: refused('title', 'links', 'rows.0.word', 'seo.title') },
      {
        send: 'PATCH /posts/1?locale=all',
        body: { title: { th: null }, rows: [{ id: 'r', word: { th: '' } }] },
        status: 400,
        gives: refused('title.en', 'rows.0.word.en'),
      },
      { send: 'PATCH /posts/1?locale=all', body: { links: { th: list.slice(1) } }, status: 400, gives: refused('links.th') },
      {
        send: 'PATCH /posts/1?locale=all',
        body: { links: { th: [{}, {}] } },
        status: 400,
        gives: refused('links.th.0.url', 'links.th.1.url'),
      },
      { send: 'POST /posts?locale=all', body: {}, status: 400, gives: refused('title.en', 'links.en', 'seo.title.en') },
    ],
  },
  {
    name: 'the words of the default language can’t be taken away with every language at once',
    steps: [
      {
        send: 'POST /posts?locale=all',
        body: {
          title: { en: 'Elephant', th: 'ช้าง' },
          links: { en: list },
          rows: [{ id: 'r', word: { en: 'one', th: 'หนึ่ง' } }],
          seo: { title: { en: 'E', th: 'ช' } },
        },
        status: 201,
        events: ['create posts'],
      },
      // No Thai links: a list is asked of the default language alone.
      { send: 'PATCH /posts/1?locale=all', body: { plain: 'x' }, status: 200, gives: { links: { th: [] } }, events: ['update posts'] },
      {
        send: 'PATCH /posts/1?locale=all',
        body: {
          title: { en: '' },
          links: { en: [], th: list },
          rows: [{ id: 'r', word: { en: null } }, { word: { th: 'สอง' } }],
          seo: { title: { en: null } },
        },
        status: 400,
        gives: refused('title.en', 'links.en', 'rows.0.word.en', 'seo.title.en'),
      },
      {
        send: 'PATCH /posts/1?locale=all',
        body: { rows: [{ word: { th: 'สอง' } }, { id: 'r', word: {} }] },
        status: 200,
        gives: { rows: [{ word: { en: null, th: 'สอง' } }, { word: { en: 'one', th: 'หนึ่ง' } }] },
        events: ['update posts'],
      },
    ],
  },
]

playing('features/localization: another language first', scenarios, {
  localization: { locales: ['en', 'th'] },
  collections: [
    {
      slug: 'posts',
      access: { read: 'anyone', create: 'anyone', update: 'anyone' },
      fields: [
        { name: 'plain' },
        { name: 'title', required: true, localized: true },
        { name: 'links', type: 'array', localized: true, minRows: 2, fields: [{ name: 'url', required: true }] },
        { name: 'rows', type: 'array', fields: [{ name: 'word', required: true, localized: true }] },
        { name: 'seo', type: 'group', fields: [{ name: 'title', required: true, localized: true }] },
      ],
    },
  ],
})
