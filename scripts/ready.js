// Makes a checkout ready: installs and builds what is missing or stale, and says what it does. Needs nothing but Node.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

const NODE = [20, 19]

/** What `npm start` runs. */
export const EXAMPLE = 'examples/express-blog'

/**
 * `toStart`: only what the example needs. Everything else, types that are checked, and drivers that need a compiler are for tests; the
 * returned `drivers` waits for them. `onInstalled` and `onDeclared` may start work beside the build: once packages are there, and once
 * declarations are, too.
 */
export async function ready({ toStart = false, onInstalled, onDeclared } = {}) {
  checkNode()
  await install(toStart)
  const drivers = toStart ? undefined : compileDrivers()
  onInstalled?.()
  await build({ toStart, onDeclared })
  return { drivers }
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > NODE[0] || (major === NODE[0] && minor >= NODE[1])) return
  console.error(`galley needs Node ${NODE.join('.')} or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

async function install(toStart) {
  const lock = stampOf([path.join(root, 'package-lock.json')])
  const modules = path.join(root, 'node_modules')
  const mark = path.join(modules, '.galley-installed')
  const markToStart = path.join(modules, '.galley-installed-to-start')
  if (toStart && read(markToStart) === lock) return
  // A later install of a part would remove the other packages.
  if (toStart && !existsSync(modules)) {
    console.log('Installing packages …')
    await npmInstall('--save-prod', '--omit=dev', '--omit=peer', ...packagesToStart())
    return writeFileSync(markToStart, lock)
  }
  if (read(mark) === lock) return
  if (!isInstalled()) {
    console.log('Installing packages …')
    await npmInstall()
    writeFileSync(UNCOMPILED, '')
  }
  writeFileSync(mark, lock)
}

const UNCOMPILED = path.join(root, 'node_modules', '.galley-uncompiled')

/** Takes a few minutes, mostly on one core. */
async function compileDrivers() {
  if (!existsSync(UNCOMPILED)) return
  console.log('Compiling the SQLite drivers that the tests compare (a few minutes the first time) …')
  await run('npm', ['rebuild', '--loglevel=error'])
  rmSync(UNCOMPILED)
}

/** Not `npm ci`: it refuses where a registry lacks an optional package for some other platform. */
function npmInstall(...args) {
  return run('npm', ['install', '--no-save', '--no-fund', '--no-audit', '--loglevel=error', '--ignore-scripts', ...args])
}

/** What builds galley, what the admin is made of, and what the example imports: a third of all packages. */
function packagesToStart() {
  const { devDependencies } = JSON.parse(read(path.join(root, 'package.json')))
  const { packages } = JSON.parse(read(path.join(root, 'package-lock.json')))
  const code = [...files(path.join(root, 'admin-components')), ...files(path.join(root, EXAMPLE), /\.js$/)].map(read).join('\n')
  const imported = [...code.matchAll(/\b(?:from|import) ?\(?'((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name]) => name)
  return [...new Set(['esbuild', 'typescript', '@types/node', '@photostructure/sqlite', ...imported])]
    .filter((name) => name in devDependencies)
    .map((name) => `${name}@${packages[`node_modules/${name}`].version}`)
}

/** npm's own record of what it installed, against the lock file. */
function isInstalled() {
  const installed = read(path.join(root, 'node_modules', '.package-lock.json'))
  if (!installed) return false
  const versions = (text) =>
    Object.entries(JSON.parse(text).packages)
      .filter(([name, entry]) => name !== '' && !entry.optional)
      .map(([name, entry]) => `${name}@${entry.version}`)
  const has = new Set(versions(installed))
  return versions(read(path.join(root, 'package-lock.json'))).every((one) => has.has(one))
}

export async function build({ toStart = false, onDeclared } = {}) {
  const stamp = stampOf(
    ['lib', 'schema', 'adapters', 'client', 'testing', 'admin-components']
      .flatMap((folder) => files(path.join(root, folder)))
      .concat(
        [
          'package.json',
          'tsconfig.json',
          'tsconfig.build.json',
          'client/tsconfig.json',
          'admin-components/tsconfig.json',
          'scripts/bundle.js',
          'scripts/commonjs.js',
          'scripts/join.js',
        ].map((name) => path.join(root, name)),
      ),
  )
  const mark = path.join(root, 'dist', '.built')
  const markToStart = path.join(root, 'dist', '.built-to-start')
  if (read(mark) === stamp || (toStart && read(markToStart) === stamp)) return onDeclared?.()
  console.log('Building …')
  if (toStart) {
    await compile('tsconfig.build.json', '--noCheck', '--declaration', 'false')
    await evaluate(GENERATE, JOIN, BUNDLE)
    return writeFileSync(markToStart, stamp)
  }
  await Promise.all(['tsconfig.build.json', 'client/tsconfig.json', 'admin-components/tsconfig.json'].map((project) => compile(project)))
  nameDeclarations()
  onDeclared?.()
  await evaluate(GENERATE, JOIN, COMMONJS, BUNDLE)
  writeFileSync(mark, stamp)
}

const GENERATE =
  "const at = (folder) => new URL(folder, 'file://' + process.cwd() + '/'); (await import('./dist/schema/generate.js')).generate(at('./schema/'), at('./dist/schema/'))"
const JOIN = "await (await import('./scripts/join.js')).join(process.cwd())"
const COMMONJS = "await (await import('./scripts/commonjs.js')).writeCommonJs(process.cwd())"
const BUNDLE = "(await import('./scripts/bundle.js')).bundle(process.cwd())"

const compile = (project, ...args) => run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', project, ...args])

/** Each in a process of its own. */
async function evaluate(...programs) {
  for (const program of programs) await run(process.execPath, ['--input-type=module', '-e', program])
}

/** Features declare their options and what they add to the Local API in files of their own. Declarations that TypeScript writes name no file for its own sake, so nobody would find these. */
function nameDeclarations() {
  const features = path.join(root, 'dist/lib/features')
  const declared = readdirSync(features)
    .flatMap((name) => [`${name}/config`, `${name}/local`])
    .filter((name) => existsSync(path.join(features, `${name}.d.ts`)))
  const main = path.join(root, 'dist/lib/index.d.ts')
  writeFileSync(main, read(main) + declared.map((name) => `import './features/${name}.js';\n`).join(''))
}

function files(folder, named = /\.(ts|css)$/) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) return files(full, named)
    return named.test(entry.name) ? [full] : []
  })
}

function stampOf(list) {
  const hash = createHash('sha256')
  for (const file of list.sort()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

function read(file) {
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8') : undefined
}

/** Ends this program, too, if the command fails. */
export async function run(command, args) {
  const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' && command === 'npm' }
  const [code] = await once(spawn(command, args, options), 'exit')
  if (code !== 0) process.exit(code || 1)
}
