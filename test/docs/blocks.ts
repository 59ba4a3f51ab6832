/** The pages of the documentation, their code blocks, and a folder in which a block runs as in a project of its own. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
export const pages = [
  'README.md',
  ...readdirSync(path.join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

interface Block {
  page: string
  language: string
  text: string
}
export const blocks: Block[] = pages.flatMap((page) =>
  [...read(page).matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text]) => ({ page, language: language!, text: text! })),
)

const INSTALLED = ['express', 'koa', '@koa', 'supertest', 'passport', 'passport-oauth2', 'passport-local', '@node-saml']

/** A folder in which the package is installed by its name. */
export function projectWith(files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-docs-'))
  mkdirSync(path.join(folder, 'node_modules'))
  for (const name of INSTALLED) symlinkSync(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name))
  symlinkSync(root, path.join(folder, 'node_modules/galley'))
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}
