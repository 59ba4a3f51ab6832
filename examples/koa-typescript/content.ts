// The content types. The types of documents, input, filters and sorting follow from them, here and in `ctx.cms`: nothing is generated.
import { type ContentTypes, defineCollection } from 'galley'

export const authors = defineCollection({
  slug: 'authors',
  useAsTitle: 'name',
  access: { read: 'anyone' },
  fields: [{ name: 'name', required: true }, { name: 'country' }],
})

export const MOODS = ['calm', 'bright', 'dark'] as const

export const books = defineCollection({
  slug: 'books',
  useAsTitle: 'title',
  drafts: true,
  indexes: [['mood']],
  access: { read: 'published' },
  fields: [
    { name: 'title', required: true, maxLength: 120 },
    { name: 'slug', type: 'slug', from: 'title' },
    { name: 'author', type: 'relationship', to: 'authors' },
    { name: 'year', type: 'number', integer: true, max: 2100 },
    { name: 'mood', options: MOODS },
    {
      name: 'quotes',
      type: 'array',
      fields: [
        { name: 'text', type: 'textarea', required: true },
        { name: 'page', type: 'number' },
      ],
    },
  ],
  hooks: {
    beforeValidate: ({ data }) => ({ ...data, ...(data.title && { title: data.title.trim() }) }),
  },
})

declare module 'galley' {
  interface Register extends ContentTypes<[typeof authors, typeof books]> {}
}
