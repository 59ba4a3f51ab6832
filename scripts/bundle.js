// The admin as files that a browser loads as they are: bundled, named by what they hold, compressed, listed in a manifest.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { elementsManifest } from './elements.js'

const MAIN = 'admin-components/main.ts'

export async function bundle(root) {
  const { build } = await import('esbuild')
  const out = path.join(root, 'dist/admin')
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { 'cms-admin': MAIN, page: 'admin-components/style/page.css' },
    outdir: 'dist/admin',
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    alias: { linkifyjs: path.join(root, 'scripts/linkify.js') },
    plugins: [afterMain(root)],
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'error',
  })
  const outputs = Object.entries(metafile.outputs).map(([file, about]) => [path.basename(file), about])
  const entryOf = (source) => outputs.find(([, { entryPoint }]) => entryPoint === source)[0]
  const entry = entryOf(MAIN)
  const files = outputs.map(([name]) => name)
  for (const name of files) compress(path.join(out, name))
  writeFileSync(path.join(out, 'cms-admin.js'), `export * from './${entry}'\n`)
  writeFileSync(path.join(out, 'custom-elements.json'), JSON.stringify(elementsManifest(root), null, 2))
  writeFileSync(path.join(out, 'texts.json'), JSON.stringify(await englishTexts(build, root)))
  writeFileSync(
    path.join(out, 'manifest.json'),
    JSON.stringify({ entry, style: entryOf('admin-components/style/page.css'), first: firstOf(entry, new Map(outputs)), files }),
  )
}

/**
 * Parts that load later import what is there already. So the bundler keeps everything that the page needs at first in one file, which is
 * smaller and faster than a file for each combination of parts that share some code.
 */
const afterMain = (root) => ({
  name: 'after-main',
  setup(build) {
    build.onResolve({ filter: /^\./ }, ({ kind, path: part, resolveDir }) =>
      kind === 'dynamic-import' ? { path: path.resolve(resolveDir, part), namespace: 'after-main' } : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'after-main' }, ({ path: part }) => ({
      contents: `import ${JSON.stringify(path.join(root, MAIN))}\nexport * from ${JSON.stringify(part)}`,
      resolveDir: root,
    }))
  },
})

/** The catalogue that translators start from, and that other languages are compared with. */
async function englishTexts(build, root) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['admin-components/texts/english.ts'],
    bundle: true,
    format: 'esm',
    write: false,
  })
  const { allEnglish } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
  return allEnglish
}

/** What an entry imports before it can do anything. */
function firstOf(entry, outputs, known = new Set()) {
  for (const { path: file, kind } of outputs.get(entry).imports) {
    const name = path.basename(file)
    if (kind !== 'import-statement' || known.has(name)) continue
    known.add(name)
    firstOf(name, outputs, known)
  }
  return [...known]
}

function compress(file) {
  const bytes = readFileSync(file)
  writeFileSync(`${file}.gzip`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}
