// What must work on other versions than the ones at hand: the core of the suite on the oldest and on newer Nodes, each with a SQLite driver
// that needs no compiler, and the types in the last TypeScript that is written in JavaScript. CI runs it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ready, root, run } from './ready.js'

const NODES = {
  20.19: '@photostructure/sqlite',
  22: 'node:sqlite',
  24: 'node:sqlite',
}
const TYPESCRIPT = '5.9'

/** Hosts, streams, sign-in and files: what Node's own modules do. */
const CORE = [
  'test/hosts.test.ts',
  'test/http/fetch.test.ts',
  'test/operations/run.test.ts',
  'test/features/sessions.test.ts',
  'test/features/media/uploads.test.ts',
]
/** better-sqlite3 is compiled for one version of Node. */
const ELSEWHERE = 'Postgres|better-sqlite3|@long'

const { drivers } = await ready()
await drivers
const folder = mkdtempSync(path.join(tmpdir(), 'galley-versions-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const nodeOf = (version) => `node-${version}`
const packages = Object.keys(NODES).map((version) => `${nodeOf(version)}@npm:node-${process.platform}-${process.arch}@${version}`)
console.log(`Installing Node ${Object.keys(NODES).join(', ')} and TypeScript ${TYPESCRIPT} …`)
await run('npm', ['install', '--prefix', folder, '--no-fund', '--no-audit', '--loglevel=error', ...packages, `typescript@${TYPESCRIPT}`])
const installed = (...names) => path.join(folder, 'node_modules', ...names)

const [types, nodes] = await Promise.all([onTypeScript(), onEachNode()])
process.exitCode = types && nodes ? 0 : 1

async function onEachNode() {
  let passed = true
  for (const [version, client] of Object.entries(NODES)) {
    const args = ['--grep', ELSEWHERE, '--invert', ...CORE]
    passed =
      (await passes(`Node ${version} with ${client}`, installed(nodeOf(version), 'bin/node'), args, { SQLITE_CLIENT: client })) && passed
  }
  return passed
}

function onTypeScript() {
  const args = ['--grep', 'right .nodenext|wrong|editor', 'test/types/types.test.ts', 'test/types/editor.test.ts']
  return passes(`TypeScript ${TYPESCRIPT}`, process.execPath, args, { TYPESCRIPT: installed('typescript') })
}

/** Prints what the tests said once they have ended, since others run at the same time. */
async function passes(title, node, args, env) {
  const mocha = path.join(root, 'node_modules/mocha/bin/mocha.js')
  const child = spawn(node, [mocha, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const printed = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk))
  const [code] = await once(child, 'close')
  console.log(`\nOn ${title}:\n${Buffer.concat(printed)}`)
  if (code !== 0) console.log(`Failed on ${title}.`)
  return code === 0
}
