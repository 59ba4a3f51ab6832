// Entries for CommonJS: Node loads the modules with `require`, but TypeScript with `module: node16` refuses to look at them. So each entry
// gets a `.cjs` that requires it, and a `.d.cts` that declares the same names.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

export async function writeCommonJs(root) {
  const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  for (const { import: esm, require } of Object.values(exports)) {
    if (require === undefined) continue
    const file = `./${path.basename(esm.default)}`
    writeFileSync(path.join(root, require.default), `module.exports = require('${file}')\n`)
    writeFileSync(path.join(root, require.types), declarations(file, await import(pathToFileURL(path.join(root, esm.default)).href)))
  }
}

const AS_MODULE = "with { 'resolution-mode': 'import' }"

/** Generic classes are only types in CommonJS: functions such as `createClient` make their objects. */
const GENERIC = ['Client', 'TestCms']

function declarations(file, entry) {
  const values = Object.entries(entry).filter(([name]) => !GENERIC.includes(name))
  return [
    `import type * as module from '${file}' ${AS_MODULE}`,
    `export type * from '${file}' ${AS_MODULE}`,
    ...values.flatMap(([name, value]) => [
      `export declare const ${name}: typeof module.${name}`,
      ...(isClass(value) ? [`export type ${name} = module.${name}`] : []),
    ]),
    '',
  ].join('\n')
}

const isClass = (value) => typeof value === 'function' && value.toString().startsWith('class ')
