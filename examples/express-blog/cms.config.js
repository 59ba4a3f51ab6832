// The configuration of the example blog: a SQLite file, and a schema in SDL.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'galley'
import { sqlite } from 'galley/sqlite'

export default defineConfig({
  secret: process.env.CMS_SECRET ?? 'only-for-this-example-never-in-production',
  db: sqlite({ filename: path.join(process.env.BLOG_DATA ?? fileURLToPath(new URL('./.data', import.meta.url)), 'blog.db') }),
  schema: new URL('./schema', import.meta.url),
})
