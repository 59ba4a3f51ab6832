// The configuration of the example blog: a SQLite file, and a schema in SDL.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'galley'
import { sqlite } from 'galley/sqlite'

/** Fresh at every start: only who reads the terminal can make the first admin. */
const setupCode = process.env.BLOG_SETUP_CODE ?? randomBytes(9).toString('base64url')

export default defineConfig({
  secret: process.env.CMS_SECRET ?? 'only-for-this-example-never-in-production',
  db: sqlite({ filename: path.join(process.env.BLOG_DATA ?? fileURLToPath(new URL('./.data', import.meta.url)), 'blog.db') }),
  schema: new URL('./schema', import.meta.url),
  auth: { setupCode },
})
