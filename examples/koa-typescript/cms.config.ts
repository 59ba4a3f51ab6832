// Where the shelf is stored, and the code for its first admin.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { defineConfig } from 'galley'
import { sqlite } from 'galley/sqlite'
import { authors, books } from './content.ts'

const folder = process.env['SHELF_DATA'] ?? '.data'

/** Fresh at every start: only the person who reads the terminal can create the first admin. */
export const setupCode = process.env['SHELF_SETUP_CODE'] ?? randomBytes(9).toString('base64url')

export default defineConfig({
  secret: process.env['CMS_SECRET'] ?? 'only-for-this-example-never-in-production',
  db: sqlite({ filename: path.join(folder, 'shelf.db') }),
  upload: { dir: path.join(folder, 'files') },
  collections: [authors, books],
  auth: { setupCode },
})
