/** What the journeys are made in: a newspaper in two languages, with a shop. */
import type { Config } from '../../lib/config.ts'
import type { Field } from '../../lib/field-config.ts'

const product: Field[] = [
  { name: 'name', required: true },
  { name: 'of', type: 'relationship', to: 'tags' },
  { name: 'more', type: 'relationship', to: 'tags', hasMany: true },
  { name: 'picture', type: 'upload' },
  { name: 'story', type: 'richText' },
  { name: 'price', type: 'number' },
]

/** The fields of posts that have words for each language, without the numbers of rows. */
export const LOCALIZED = ['title', 'summary', 'body', 'facts.label', 'voices.words', 'voices.heading', 'voices.lines.text'] as const

export const newspaper: Partial<Config> = {
  localization: { locales: ['en', 'th'] },
  collections: [
    {
      slug: 'posts',
      useAsTitle: 'title',
      drafts: true,
      versions: true,
      schedule: true,
      trash: true,
      access: { read: 'published' },
      admin: {
        layout: [
          {
            tabs: [
              { label: 'Text', fields: ['title', 'summary', 'body'] },
              { label: 'Links', fields: ['author', 'tags', 'cover', 'gallery', 'links'] },
              { label: 'Parts', fields: ['sections'] },
              { label: 'Voices', fields: ['facts', 'voices'] },
              { label: 'More', fields: [{ row: ['views', 'on'] }, { section: 'Search', fields: ['seo', 'extra'] }] },
            ],
          },
        ],
      },
      fields: [
        { name: 'title', required: true, localized: true },
        { name: 'slug', type: 'slug', from: 'title', admin: { position: 'sidebar' } },
        { name: 'summary', type: 'textarea', localized: true },
        { name: 'body', type: 'richText', localized: true },
        { name: 'author', type: 'relationship', to: 'authors' },
        { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
        { name: 'cover', type: 'upload' },
        { name: 'gallery', type: 'upload', hasMany: true },
        { name: 'links', type: 'array', fields: [{ name: 'label', required: true }, { name: 'url' }] },
        {
          name: 'sections',
          type: 'blocks',
          blocks: [
            {
              slug: 'quote',
              fields: [
                { name: 'text', type: 'textarea', required: true },
                { name: 'by', type: 'relationship', to: 'authors' },
              ],
            },
            {
              slug: 'shelf',
              fields: [
                { name: 'heading' },
                {
                  name: 'columns',
                  type: 'array',
                  fields: [
                    { name: 'width', type: 'select', options: ['half', 'full'] },
                    {
                      name: 'things',
                      type: 'blocks',
                      blocks: [
                        { slug: 'product', fields: product },
                        { slug: 'note', fields: [{ name: 'text', type: 'richText' }] },
                      ],
                    },
                  ],
                },
              ],
            },
          ],
        },
        {
          name: 'facts',
          type: 'array',
          fields: [{ name: 'label', localized: true }, { name: 'source' }, { name: 'count', type: 'number' }],
        },
        {
          name: 'voices',
          type: 'blocks',
          blocks: [
            {
              slug: 'voice',
              fields: [
                { name: 'words', type: 'textarea', localized: true },
                { name: 'by', type: 'relationship', to: 'authors' },
              ],
            },
            {
              slug: 'choir',
              fields: [
                { name: 'heading', localized: true },
                {
                  name: 'lines',
                  type: 'array',
                  fields: [
                    { name: 'text', localized: true },
                    { name: 'loud', type: 'boolean' },
                  ],
                },
              ],
            },
          ],
        },
        { name: 'featured', type: 'boolean', admin: { position: 'sidebar' } },
        { name: 'views', type: 'number', integer: true },
        { name: 'on', type: 'date' },
        { name: 'seo', type: 'group', fields: [{ name: 'headline' }, { name: 'description', type: 'textarea' }] },
        { name: 'extra', type: 'json' },
      ],
    },
    {
      slug: 'authors',
      useAsTitle: 'name',
      fields: [
        { name: 'name', required: true },
        { name: 'bio', type: 'textarea' },
      ],
    },
    { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name', required: true, unique: true }] },
  ],
}
