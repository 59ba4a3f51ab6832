/** `npm run bench:start`: from nothing to the first answer with thirty collections, and the memory held when idle. */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const file = path.join(tmpdir(), `galley-start-${process.pid}.db`)
const ROUNDS = 7

const PROGRAM = `
import { createServer, get } from 'node:http'
const begun = performance.now()
const { cmsHandler } = await import(${JSON.stringify(`${dist}adapters/node.js`)})
const { sqlite } = await import(${JSON.stringify(`${dist}adapters/sqlite/index.js`)})
const loaded = performance.now()
const collections = Array.from({ length: 30 }, (_, n) => ({ slug: 'c' + n, access: { read: 'anyone' }, fields: [
  { name: 'title', required: true, maxLength: 100 }, { name: 'slug', type: 'slug', from: 'title' }, { name: 'body', type: 'richText' },
  { name: 'kind', type: 'select', options: ['a', 'b'] }, { name: 'to', type: 'relationship', to: 'c0' }, { name: 'rows', type: 'array', fields: [{ name: 'text' }] }] }))
const handler = cmsHandler({ secret: 'a-secret-that-is-only-for-the-bench', db: sqlite({ filename: ${JSON.stringify(file)} }), collections, log: { info() {}, warn() {}, error: console.error } })
const server = createServer(handler).listen(0, () => get({ port: server.address().port, path: '/api/cms/c7' }, (answer) => answer.resume().on('end', () => {
  const answered = performance.now()
  setTimeout(() => {
    globalThis.gc?.()
    console.log(JSON.stringify({ load: loaded - begun, answer: answered - loaded, rss: process.memoryUsage().rss / 1e6 }))
    process.exit(0)
  }, 500)
})))
`

interface Measured {
  load: number
  answer: number
  rss: number
}

function once(): Promise<Measured> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', PROGRAM], {
      stdio: ['ignore', 'pipe', 'inherit'],
      cwd: dist,
    })
    let text = ''
    child.stdout.on('data', (chunk) => (text += chunk))
    child.on('close', () => resolve(JSON.parse(text)))
  })
}

const first = await once()
const rounds: Measured[] = []
for (let round = 0; round < ROUNDS; round++) rounds.push(await once())
const median = (key: keyof Measured) =>
  rounds
    .map((one) => one[key])
    .sort((a, b) => a - b)
    [Math.floor(ROUNDS / 2)]!.toFixed(0)
console.log(
  `30 collections on SQLite: modules loaded in ${median('load')} ms, first answer ${median('answer')} ms later (${first.answer.toFixed(0)} ms when the tables are made), ${median('rss')} MB resident when idle`,
)
for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
