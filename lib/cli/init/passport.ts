/** Finds where an application signs people in with passport: in its own file, or with the help of one that it imports.
 * Tested by test/cli/init.test.ts.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { statementEnd } from './statement-end.ts'

/** `authenticate('session')` is how the documentation of passport does it. */
const PREPARES = /\bpassport\s*\.\s*(initialize|session|authenticate\(\s*['"]session['"])/

/** The index of the line after the last one that prepares passport. `folder` holds the file with this text. */
export function passportEndIn(text: string, folder: string): number | undefined {
  const lines = text.split('\n')
  const here = lines.findLastIndex((line) => PREPARES.test(line))
  if (here >= 0) return here + 1
  const names = importsOf(text).flatMap((one) => (PREPARES.test(textOf(path.join(folder, one.file))) ? one.names : []))
  const used = lines.findLastIndex((line) => !isImport(line) && names.some((name) => uses(name).test(line)))
  return used < 0 ? undefined : statementEnd(lines, used)
}

const isImport = (line: string): boolean => /^\s*import\b|\brequire\(/.test(line)

/** `setUp(app)`, `app.use(setUp())` or `app.use(sessions)`. */
const uses = (name: string): RegExp => new RegExp(`\\b${name}(?:\\.\\w+)?\\s*\\(|\\.use\\(.*\\b${name}\\b`)

interface Import {
  names: string[]
  file: string
}

const IMPORTS =
  /import\s+([^'"]+?)\s+from\s+['"](\.[^'"]+)['"]|(?:const|let|var)\s+(\w+|\{[^}]*\})\s*=\s*require\(\s*['"](\.[^'"]+)['"]\s*\)/g

/** The names that come from files of the project. */
const importsOf = (text: string): Import[] =>
  [...text.matchAll(IMPORTS)].map(([, imported = '', from = '', required = imported, file = from]) => ({
    names: required
      .split(/[{},]/)
      .flatMap((one) => one.trim().split(/[\s:]/).at(-1) ?? [])
      .filter((name) => /^\w+$/.test(name)),
    file,
  }))

const ENDINGS = ['', '.js', '.ts', '.mjs', '.cjs', '.mts', '.cts', '/index.js', '/index.ts']

/** The text of an imported file, which TypeScript names by the file that it compiles to. */
function textOf(file: string): string {
  const written = file.replace(/\.([mc]?)js$/, '.$1ts')
  const found = [written, ...ENDINGS.map((ending) => file + ending)].find((one) => existsSync(one) && statSync(one).isFile())
  return found === undefined ? '' : readFileSync(found, 'utf8')
}
