// Where the letters are stored, and who may become a member.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { defineConfig } from 'galley'
import { consoleEmail } from 'galley/console-email'
import { sqlite } from 'galley/sqlite'

const folder = process.env['SITE_DATA'] ?? '.data'

/** Fresh at every start: only the person who reads the terminal can create the first admin. */
export const setupCode = process.env['SITE_SETUP_CODE'] ?? randomBytes(9).toString('base64url')

export default defineConfig({
  secret: process.env['CMS_SECRET'] ?? 'only-for-this-example-never-in-production',
  db: sqlite({ filename: path.join(folder, 'letters.db') }),
  upload: { dir: path.join(folder, 'files') },
  schema: './schema',
  auth: {
    setupCode,
    roles: ['admin', 'editor', 'reader'],
    // Readers sign in on the site, never in the admin.
    members: { roles: ['reader'], signup: { role: 'reader' }, pages: { verifyEmail: '/welcome' } },
  },
  // Prints emails in the terminal. For real ones: smtp({ url, from }) from 'galley/smtp'.
  email: consoleEmail(),
})
