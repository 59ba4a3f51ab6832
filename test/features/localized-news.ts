/** News in three languages: a localized field of every type. */
import type { Config } from '../../lib/config.ts'

const open = { read: 'anyone', create: 'anyone', update: 'anyone', delete: 'anyone' } as const

export const withLocales: Partial<Config> = {
  localization: { locales: ['en', 'th', 'pt-BR'] },
  collections: [
    {
      slug: 'posts',
      access: open,
      fields: [
        { name: 'title', required: true, localized: true, maxLength: 20, index: true },
        { name: 'slug', type: 'slug', from: 'title', localized: true },
        { name: 'code', unique: true, localized: true },
        { name: 'plain' },
        { name: 'body', type: 'richText', localized: true },
        { name: 'views', type: 'number', localized: true },
        { name: 'shown', type: 'boolean', localized: true },
        { name: 'day', type: 'date', localized: true },
        { name: 'mood', type: 'select', options: ['calm', 'bright'], localized: true },
        { name: 'moods', type: 'select', options: ['calm', 'bright'], hasMany: true, localized: true },
        { name: 'tag', type: 'relationship', to: 'tags', localized: true },
        { name: 'tags', type: 'relationship', to: 'tags', hasMany: true, localized: true },
        {
          name: 'links',
          type: 'array',
          localized: true,
          fields: [
            { name: 'url', required: true },
            { name: 'tag', type: 'relationship', to: 'tags' },
          ],
        },
        { name: 'parts', type: 'blocks', localized: true, blocks: [{ slug: 'quote', fields: [{ name: 'text' }] }] },
        { name: 'any', type: 'json', localized: true },
        { name: 'seo', type: 'group', fields: [{ name: 'title', localized: true }, { name: 'plain' }] },
        { name: 'wage', localized: true, access: { read: 'admin', update: 'admin' } },
        { name: 'kept', localized: true, hidden: true },
        { name: 'why', required: true, localized: true, admin: { condition: { field: 'title', equals: 'why' } } },
        { name: 'place', type: 'slug', localized: true, uniqueWithin: 'plain' },
      ],
    },
    { slug: 'tags', access: open, fields: [{ name: 'name', localized: true }] },
    {
      slug: 'news',
      access: open,
      drafts: true,
      versions: true,
      fields: [{ name: 'title', required: true, localized: true }, { name: 'plain' }],
    },
  ],
  globals: [
    { slug: 'site', access: { read: 'anyone', update: 'anyone' }, fields: [{ name: 'name', localized: true, defaultValue: 'A site' }] },
  ],
}
