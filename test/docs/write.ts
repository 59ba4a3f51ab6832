/** `npm run docs`: rewrites the generated parts of `docs/`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { filled } from './generated.ts'
import { lifecycle } from './tables.ts'

const docs = new URL('../../docs/', import.meta.url)
writeFileSync(new URL('lifecycle.md', docs), lifecycle())
for (const name of readdirSync(docs)) {
  if (!name.endsWith('.md')) continue
  const file = new URL(name, docs)
  const text = readFileSync(file, 'utf8')
  if (filled(text) !== text) writeFileSync(file, filled(text))
}
