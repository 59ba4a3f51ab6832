/** The content types that tests of the admin work on: everything that a form can hold. */
import type { Config } from '../../lib/config.ts'

export const newsroom: Partial<Config> = {
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
      fields: [
        { name: 'title', required: true, localized: true, maxLength: 120, description: 'Shown in lists and as the page heading.' },
        { name: 'slug', type: 'slug', from: 'title', admin: { position: 'sidebar' } },
        { name: 'summary', type: 'textarea' },
        { name: 'cover', type: 'upload' },
        { name: 'body', type: 'richText' },
        { name: 'author', type: 'relationship', to: 'authors' },
        { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
        { name: 'layout', type: 'select', options: ['wide', 'narrow'], defaultValue: 'wide', admin: { position: 'sidebar' } },
        { name: 'featured', type: 'boolean', admin: { position: 'sidebar' } },
        { name: 'views', type: 'number', integer: true },
        { name: 'on', type: 'date' },
        { name: 'links', type: 'array', fields: [{ name: 'label', required: true }, { name: 'url' }] },
        {
          name: 'sections',
          type: 'blocks',
          blocks: [
            {
              slug: 'quote',
              fields: [
                { name: 'text', type: 'textarea', required: true },
                { name: 'by', admin: { condition: { field: 'text', exists: true } } },
              ],
            },
            { slug: 'picture', fields: [{ name: 'image', type: 'upload' }] },
          ],
        },
        { name: 'seo', type: 'group', fields: [{ name: 'headline' }, { name: 'description', type: 'textarea' }] },
        { name: 'extra', type: 'json' },
      ],
    },
    {
      slug: 'authors',
      useAsTitle: 'name',
      icon: 'user',
      fields: [
        { name: 'name', required: true },
        { name: 'bio', type: 'textarea' },
      ],
    },
    { slug: 'tags', useAsTitle: 'name', icon: 'tag', editIn: 'drawer', fields: [{ name: 'name', required: true, unique: true }] },
  ],
  globals: [{ slug: 'site', label: 'Site', versions: true, fields: [{ name: 'name', defaultValue: 'The blog' }, { name: 'tagline' }] }],
}
