/** Fields inside rows and blocks that hold one value a locale: one structure, and words for each language, matched by the row's id. */

import type { CollectionConfig } from '../../lib/content-config.ts'
import { playing, type Scenario, type Step } from '../harness/scenario.ts'

const ANNA = { id: 7, role: 'editor' }

const tags: Step[] = ['T1', 'T2'].map((name) => ({ send: 'POST /tags', body: { name }, status: 201, events: ['create tags'] }))

/** A page with two links and two blocks, in English. */
const english: Step = {
  send: 'POST /pages?depth=0',
  body: {
    title: 'Home',
    links: [
      { id: 'a', url: '/a', label: 'First', tag: 1, seo: { hint: 'one' } },
      { id: 'b', url: '/b', label: 'Second' },
    ],
    layout: [
      { id: 'h', blockType: 'hero', heading: 'Welcome', size: 3 },
      { id: 'q', blockType: 'quotes', heading: 'They say', quotes: [{ id: 'x', text: 'Good', by: 'Ada' }] },
    ],
  },
  status: 201,
  events: ['create pages'],
}

const thai: Step = {
  send: 'PATCH /pages/1?depth=0&locale=th',
  body: {
    links: [
      { id: 'b', url: '/b', label: 'สอง' },
      { id: 'a', url: '/a', label: 'หนึ่ง', tag: 2, seo: { hint: '๑' } },
    ],
    layout: [
      { id: 'h', blockType: 'hero', heading: 'ยินดี', size: 3 },
      { id: 'q', blockType: 'quotes', heading: null, quotes: [{ id: 'x', text: 'ดี', by: 'Ada' }] },
    ],
  },
  status: 200,
  events: ['update pages'],
}

const page = [...tags, english, thai]

/** The same as a published story. */
const story: Step[] = [
  ...tags,
  {
    send: 'POST /stories?depth=0',
    body: { ...(english.body as object), status: 'published' },
    status: 201,
    events: ['create stories', 'publish stories'],
  },
  { ...thai, send: 'PATCH /stories/1?depth=0&locale=th', events: ['update stories'] },
]

const scenarios: Scenario[] = [
  {
    as: ANNA,
    name: 'one structure for all locales, words for each; a move in one moves all',
    steps: [
      ...page,
      {
        send: 'GET /pages/1?depth=0',
        status: 200,
        gives: {
          links: [
            { id: 'b', url: '/b', label: 'Second', tag: null, seo: { hint: null } },
            { id: 'a', url: '/a', label: 'First', tag: 1, seo: { hint: 'one' } },
          ],
          layout: [
            { id: 'h', blockType: 'hero', heading: 'Welcome', size: 3 },
            { id: 'q', blockType: 'quotes', heading: 'They say', quotes: [{ id: 'x', text: 'Good', by: 'Ada' }] },
          ],
        },
        never: ['__'],
      },
      {
        send: 'GET /pages/1?depth=0&locale=th',
        status: 200,
        gives: {
          links: [
            { id: 'b', url: '/b', label: 'สอง', tag: null, seo: { hint: null } },
            { id: 'a', url: '/a', label: 'หนึ่ง', tag: 2, seo: { hint: '๑' } },
          ],
          layout: [
            { id: 'h', blockType: 'hero', heading: 'ยินดี', size: 3 },
            { id: 'q', blockType: 'quotes', heading: 'They say', quotes: [{ id: 'x', text: 'ดี', by: 'Ada' }] },
          ],
        },
      },
      {
        send: 'GET /pages?depth=0&locale=th&fallback-locale=false',
        status: 200,
        gives: {
          docs: [
            {
              layout: [
                { id: 'h', heading: 'ยินดี' },
                { id: 'q', heading: null },
              ],
            },
          ],
        },
        never: ['They say', '__'],
      },
      {
        send: 'GET /pages?depth=1&locale=th',
        status: 200,
        gives: { docs: [{ links: [{ tag: null }, { tag: { id: 2, name: 'T2' } }] }] },
      },
    ],
  },
  {
    as: ANNA,
    name: 'rows that are added are there for all; rows that are left out leave all',
    steps: [
      ...page,
      {
        send: 'PATCH /pages/1?depth=0&locale=th',
        body: {
          links: [
            { id: 'a', url: '/a', label: 'หนึ่ง' },
            { url: '/c', label: 'สาม' },
          ],
        },
        status: 200,
        gives: {
          links: [
            { id: 'a', label: 'หนึ่ง' },
            { url: '/c', label: 'สาม' },
          ],
        },
        events: ['update pages'],
      },
      {
        send: 'GET /pages/1?depth=0',
        status: 200,
        gives: {
          links: [
            { id: 'a', label: 'First' },
            { url: '/c', label: null },
          ],
        },
      },
      { send: 'GET /tags/1/references', status: 200, gives: { total: 1 } },
      { send: 'PATCH /pages/1?depth=0&locale=th', body: { links: [] }, status: 200, gives: { links: [] }, events: ['update pages'] },
      { send: 'GET /pages/1?locale=all', status: 200, gives: { links: [] } },
      { send: 'GET /tags/1/references', status: 200, gives: { total: 0 } },
    ],
  },
  {
    as: ANNA,
    name: 'all locales at once: maps inside rows, of which what is not named stays',
    steps: [
      ...page,
      {
        send: 'GET /pages/1?depth=0&locale=all',
        status: 200,
        gives: {
          links: [
            { id: 'b', url: '/b', label: { en: 'Second', th: 'สอง' } },
            { id: 'a', url: '/a', label: { en: 'First', th: 'หนึ่ง' }, tag: { en: 1, th: 2 }, seo: { hint: { en: 'one', th: '๑' } } },
          ],
          layout: [
            { id: 'h', blockType: 'hero', heading: { en: 'Welcome', th: 'ยินดี' }, size: 3 },
            { id: 'q', blockType: 'quotes', heading: { en: 'They say', th: null }, quotes: [{ text: { en: 'Good', th: 'ดี' } }] },
          ],
        },
      },
      {
        send: 'PATCH /pages/1?depth=0&locale=all',
        body: { links: [{ id: 'a', url: '/aa', label: { en: 'The first' } }] },
        status: 200,
        gives: { links: [{ id: 'a', url: '/aa', label: { en: 'The first', th: 'หนึ่ง' } }] },
        events: ['update pages'],
      },
      {
        send: 'PATCH /pages/1?locale=all',
        body: { links: [{ id: 'a', url: '/aa', label: { en: 'First', fr: 'Premier' } }] },
        status: 400,
        says: "has a value for 'fr', which is not one of the locales (en, th)",
      },
      { send: 'PATCH /pages/1?locale=all', body: { links: [{ id: 'a', label: { en: 7 } }] }, status: 400, says: 'must be a string' },
    ],
  },
  {
    as: ANNA,
    name: 'what is required is asked of the locale that is written',
    steps: [
      ...tags,
      { send: 'POST /pages', body: { title: 'x', layout: [{ blockType: 'hero' }] }, status: 400, says: 'is required' },
      {
        send: 'POST /pages?locale=all',
        body: { title: 'x', layout: [{ blockType: 'hero', heading: { th: '' } }] },
        status: 400,
        gives: { errors: [{ field: 'layout.0.heading.en', message: 'is required' }] },
      },
      {
        send: 'POST /pages?locale=all',
        body: { title: 'x', layout: [{ blockType: 'hero', heading: { th: 'ก' } }] },
        status: 201,
        events: ['create pages'],
      },
      {
        send: 'POST /pages?locale=th',
        body: { title: 'x', layout: [{ blockType: 'hero', heading: 'ก' }] },
        status: 201,
        events: ['create pages'],
      },
    ],
  },
  {
    as: ANNA,
    name: 'filters look at the words that the reader sees, or at those of a locale that they name',
    steps: [
      ...page,
      ...(
        [
          ['where[links.label][equals]=First', 1],
          ['where[links.label][equals]=หนึ่ง', 0],
          ['where[links.label][equals]=หนึ่ง&locale=th', 1],
          ['where[links.label.th][equals]=หนึ่ง', 1],
          ['where[links.label.en][equals]=หนึ่ง', 0],
          ['where[links.label.th][like]=หนึ', 1],
          ['where[links.label.en][equals]=First&locale=all', 1],
          ['where[links.label][equals]=First&locale=all', 1],
          ['where[links.label][equals]=หนึ่ง&locale=all', 0],
          ['where[links.tag.name][equals]=T1&locale=all', 1],
          ['where[links.tag.name][equals]=T2&locale=all', 0],
          ['where[layout.heading][equals]=Welcome&locale=all', 1],
          ['where[links.seo.hint][equals]=one', 1],
          ['where[links.seo.hint.th][equals]=๑', 1],
          ['where[layout.heading][equals]=They say&locale=th', 1],
          ['where[layout.heading][equals]=They say&locale=th&fallback-locale=false', 0],
          ['where[layout.heading][equals]=Welcome&locale=th', 0],
          ['where[layout.quotes.text.th][equals]=ดี', 1],
          ['where[links.tag.name][equals]=T2&locale=th', 1],
          ['where[links.tag.name][equals]=T2', 0],
          ['where[links.tag][equals]=1', 1],
          ['where[links.tag.th][equals]=1', 0],
        ] as const
      ).map(([query, totalDocs]): Step => ({ send: `GET /pages?${encodeURI(query)}`, status: 200, gives: { totalDocs } })),
      { send: 'GET /pages?where[links.label.fr][equals]=x', status: 400, says: 'unknown field' },
    ],
  },
  {
    name: 'drafts, versions and previews hold every locale',
    as: ANNA,
    steps: [
      ...story,
      {
        send: 'PATCH /stories/1?depth=0&locale=th',
        body: { status: 'draft', links: [{ id: 'a', url: '/a', label: 'ใหม่' }] },
        status: 200,
        gives: { links: [{ id: 'a', label: 'ใหม่' }] },
        events: ['draft stories'],
      },
      { send: 'GET /stories/1?depth=0&draft=true', status: 200, gives: { links: [{ id: 'a', label: 'First' }] } },
      {
        send: 'GET /stories/1?depth=0&locale=th',
        status: 200,
        gives: {
          links: [
            { id: 'b', label: 'สอง' },
            { id: 'a', label: 'หนึ่ง' },
          ],
        },
      },
      { send: 'POST /stories/1/discard-draft', status: 200, events: [] },
      {
        send: 'PATCH /stories/1?depth=0&locale=th',
        body: { status: 'draft', links: [{ id: 'a', url: '/a', label: 'ใหม่' }] },
        status: 200,
        events: ['draft stories'],
      },
      {
        send: 'PATCH /stories/1?depth=0',
        body: { status: 'published' },
        status: 200,
        gives: { links: [{ id: 'a', label: 'First' }] },
        events: ['update stories', 'publish stories'],
      },
      { send: 'GET /stories/1?depth=0&locale=th', status: 200, gives: { links: [{ id: 'a', label: 'ใหม่' }] } },
      {
        send: 'POST /stories/1/versions/1/restore?depth=0',
        status: 200,
        events: ['draft stories'],
        gives: {
          links: [
            { id: 'a', label: 'First' },
            { id: 'b', label: 'Second' },
          ],
        },
      },
      {
        send: 'GET /stories/1/translations',
        status: 200,
        gives: { en: { missing: [] }, th: { filled: 0, of: 7 } },
      },
    ],
  },
]

const content: Omit<CollectionConfig, 'slug'> = {
  access: { read: () => true, create: () => true, update: () => true },
  fields: [
    { name: 'title' },
    {
      name: 'links',
      type: 'array',
      fields: [
        { name: 'url' },
        { name: 'label', localized: true },
        { name: 'tag', type: 'relationship', to: 'tags', localized: true },
        { name: 'seo', type: 'group', fields: [{ name: 'hint', localized: true }] },
      ],
    },
    {
      name: 'layout',
      type: 'blocks',
      blocks: [
        {
          slug: 'hero',
          fields: [
            { name: 'heading', localized: true, required: true },
            { name: 'size', type: 'number' },
          ],
        },
        {
          slug: 'quotes',
          fields: [
            { name: 'heading', localized: true },
            { name: 'quotes', type: 'array', fields: [{ name: 'text', localized: true }, { name: 'by' }] },
          ],
        },
      ],
    },
  ],
}

playing('features/localization inside rows', scenarios, {
  localization: { locales: ['en', 'th'] },
  collections: [
    { slug: 'pages', ...content },
    { slug: 'stories', drafts: true, versions: true, ...content },
    { slug: 'tags', access: { read: () => true, create: () => true }, fields: [{ name: 'name' }] },
  ],
})
