// The configuration of the example blog: a SQLite file, and a schema in SDL.
import { defineConfig } from 'galley'
import { sqlite } from 'galley/sqlite'

export default defineConfig({
  secret: process.env.CMS_SECRET ?? 'only-for-this-example-never-in-production',
  db: sqlite({ filename: new URL('./.data/blog.db', import.meta.url).pathname }),
  schema: new URL('./schema', import.meta.url),
})
