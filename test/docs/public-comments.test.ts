/** Every export of the package says what it is, in a comment that editors show. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

const DECLARED = /^(export )?(?:abstract )?(?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm

/** The sources behind `exports` in package.json. */
type Entry = string | { types: string } | { import: { types: string } }
const entries = Object.values(JSON.parse(read('package.json')).exports as Record<string, Entry>)
  .flatMap((target) => (typeof target === 'string' ? [] : ['import' in target ? target.import.types : target.types]))
  .map((types) => types.replace(/^\.\/dist\/(.*)\.d\.ts$/, '$1.ts'))

function exportsOf(file: string): { name: string; file: string }[] {
  const code = read(file)
  const passedOn = [...code.matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)'/gm)].flatMap(([, names, from]) =>
    names!
      .split(',')
      .map((name) =>
        name
          .replace(/\btype /, '')
          .split(' as ')[0]!
          .trim(),
      )
      .filter(Boolean)
      .map((name) => ({ name, file: path.join(path.dirname(file), from!) })),
  )
  const all = [...code.matchAll(/^export (?:type )?\* from '([^']+)'/gm)].flatMap(([, from]) =>
    exportsOf(path.join(path.dirname(file), from!)),
  )
  const own = [...code.matchAll(DECLARED)].filter(([, isExported]) => isExported).map(([, , name]) => ({ name: name!, file }))
  return [...passedOn, ...all, ...own]
}

function hasComment({ name, file }: { name: string; file: string }): boolean {
  const code = read(file)
  const declaration = [...code.matchAll(DECLARED)].find(([, , declared]) => declared === name)
  if (!declaration) return exportsOf(file).some((one) => one.name === name && one.file !== file && hasComment(one)) || isAdded(name)
  const before = code.slice(0, declaration.index).replace(/\/\/ biome-ignore.*\n$/, '')
  return before.endsWith(' */\n')
}

/** Features add interfaces to the Local API. */
function isAdded(name: string): boolean {
  const files = readdirSync(path.join(root, 'lib/features'), { recursive: true }).filter(
    (file) => path.basename(String(file)) === 'local.ts',
  )
  return files.some((file) => new RegExp(`\\*/\\n {2}interface ${name} `).test(read(`lib/features/${file}`)))
}

describe('docs: comments of the package', () => {
  for (const entry of entries)
    it(entry, () => {
      const without = exportsOf(entry).filter((one) => !hasComment(one))
      expect(without.map(({ name, file }) => `${file}: ${name}`)).to.deep.equal([])
    })

  for (const entry of entries)
    for (const { name, file } of exportsOf(entry).filter((one) => one.name.endsWith('Options')))
      it(`${name}, option by option`, () => {
        const [, body] = new RegExp(`interface ${name}[ <][^{]*\\{\\n([\\s\\S]*?)\\n\\}`).exec(read(file))!
        const without = body!.split('\n').filter((line, index, lines) => /^ {2}\w+\??:/.test(line) && !lines[index - 1]?.endsWith('*/'))
        expect(without).to.deep.equal([])
      })
})
