/** Bundles a folder of schema files and their code into one module, so that no build step can lose a rule. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { codeFilesOf, GENERATED, isSchemaFile } from '../../schema/code-files.ts'
import { withoutMark } from '../../schema/source.ts'

const NAMES = ['index.ts', 'index.js']

/** The generated module of a folder. */
export function moduleIn(folder: string): string | undefined {
  return NAMES.map((name) => path.join(folder, name)).find((file) => existsSync(file) && readFileSync(file, 'utf8').startsWith(GENERATED))
}

/** Writes `index.ts` if the project or some of the code next to the schema is TypeScript, otherwise `index.js`, and returns its path. */
export function writeSchemaModule(folder: string, isTypeScript = false): string | undefined {
  const all = readdirSync(folder)
  const names = all.filter(isSchemaFile).sort()
  if (names.length === 0) return undefined
  const files = names.map((name, index) => ({ name, twin: codeFilesOf(name, all)[0], local: `code${index}` }))
  const ending = isTypeScript || files.some(({ twin }) => twin?.endsWith('ts')) ? 'ts' : 'js'
  const imports = files.flatMap(({ twin, local }) => (twin ? importOf(local, twin, ending) : []))
  const entries = files.map(({ name, twin, local }) => {
    const text = withoutMark(readFileSync(path.join(folder, name), 'utf8'))
    const content = name.endsWith('.json') ? `document: ${JSON.stringify(JSON.parse(text))}` : `sdl: ${JSON.stringify(text)}`
    return `  { name: ${JSON.stringify(name)}, ${content}${twin ? `, code: ${local}` : ''} },`
  })
  const file = path.join(folder, `index.${ending}`)
  const head = `${GENERATED} Pass it in production: schema: [schema]. Do not edit.`
  const text = `${[head, ...imports, '', 'export default [', ...entries, ']'].join('\n')}\n`
  const former = moduleIn(folder)
  if (former !== undefined && former !== file) rmSync(former)
  if (former !== file || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  return file
}

/** TypeScript knows no types of code in JavaScript. */
function importOf(local: string, twin: string, ending: 'ts' | 'js'): string[] {
  const line = `import ${local} from ${JSON.stringify(`./${twin.replace(/ts$/, 'js')}`)}`
  return ending === 'ts' && twin.endsWith('js') ? ['// @ts-ignore JavaScript may have types or not.', line] : [line]
}
