// The configuration of the bilingual blog: Postgres where DATABASE_URL names one, else a SQLite file; schemas as JSON documents.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'galley'
import { postgres } from 'galley/postgres'
import { sqlite } from 'galley/sqlite'

const folder = process.env.BLOG_DATA ?? fileURLToPath(new URL('./.data', import.meta.url))

export default defineConfig({
  secret: process.env.CMS_SECRET ?? 'only-for-this-example-never-in-production',
  db: process.env.DATABASE_URL
    ? postgres({ url: process.env.DATABASE_URL, schema: process.env.BLOG_SCHEMA ?? 'cms' })
    : sqlite({ filename: path.join(folder, 'blog.db') }),
  localization: { locales: ['en', 'th'] },
  schema: [new URL('./schema/topics.schema.json', import.meta.url), new URL('./schema/site.schema.json', import.meta.url)],
  collections: [
    {
      schema: new URL('./schema/articles.schema.json', import.meta.url),
      preview: ({ doc, locale }) => (doc.slug ? `/${locale}/articles/${encodeURIComponent(doc.slug)}` : null),
    },
  ],
  auth: { setupCode: process.env.BLOG_SETUP_CODE ?? randomBytes(9).toString('base64url') },
})
