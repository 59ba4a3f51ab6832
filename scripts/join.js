// Joins the compiled modules of the server into few files, since Node takes about a millisecond for each that it loads. What the package
// exports keeps its place; what several of these share, or load only when they need it, goes to `dist/parts`. Declarations stay as they are.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const FOLDERS = ['dist/lib', 'dist/schema', 'dist/adapters', 'dist/testing']
const PARTS = 'dist/parts'

const CLIENT = 'dist/client/client.js'

/** Loaded first by the entries that can't work in a bundle: those with the engine, or with the drivers of a database. */
const UNBUNDLED = `${PARTS}/unbundled.js`
const NEVER_BUNDLED = ['.', './express', './koa', './node', './fetch', './sqlite', './postgres', './testing']

/** Started as a thread, by its name. */
const WORKER = 'dist/adapters/sqlite/worker.js'

export async function join(root) {
  const { build } = await import('esbuild')
  rmSync(path.join(root, PARTS), { recursive: true, force: true })
  const modules = FOLDERS.flatMap((folder) => modulesIn(root, folder))
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...exported(root), WORKER].filter((file) => modules.includes(file)),
    outdir: 'dist',
    outbase: 'dist',
    chunkNames: `${path.basename(PARTS)}/[hash]`,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    metafile: true,
    logLevel: 'error',
  })
  refuseBundles(root)
  await joinClient(root, build)
  for (const file of modules) if (!(file in metafile.outputs)) rmSync(path.join(root, file))
}

function refuseBundles(root) {
  copyFileSync(path.join(root, 'scripts/unbundled.js'), path.join(root, UNBUNDLED))
  const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  for (const entry of NEVER_BUNDLED) {
    const file = path.join(root, exports[entry].import.default)
    const first = path.relative(path.dirname(file), path.join(root, UNBUNDLED)).replaceAll(path.sep, '/')
    writeFileSync(file, `import "${first}";\n${readFileSync(file, 'utf8')}`)
  }
}

// One file, which browsers load as it is.
async function joinClient(root, build) {
  if (!existsSync(path.join(root, CLIENT))) return
  await build({
    absWorkingDir: root,
    entryPoints: [CLIENT],
    outfile: CLIENT,
    allowOverwrite: true,
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  })
  for (const file of modulesIn(root, path.dirname(CLIENT))) if (file !== CLIENT) rmSync(path.join(root, file))
}

function exported(root) {
  const { bin, exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  return [...Object.values(bin), ...Object.values(exports).map((entry) => entry.import?.default)].filter(Boolean).map(path.normalize)
}

function modulesIn(root, folder) {
  const names = readdirSync(path.join(root, folder), { recursive: true })
  return names.filter((name) => name.endsWith('.js')).map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
}
