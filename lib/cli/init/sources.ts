/** The source files of a project, without its tests, what it compiles to, and other packages. Tested by test/cli/init-projects.test.ts. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { codeOf } from './code-text.ts'

export interface SourceFile {
  /** Relative to the folder, with slashes. */
  path: string
  text: string
  /** The text without its comments. */
  code: string
}

const SOURCE = /\.[cm]?[jt]s$/
const NOT_OURS = /\.d\.[cm]?ts$|\.(test|spec)\.[cm]?[jt]s$|\.min\.js$/
const OTHER_FOLDERS =
  /^(\..*|node_modules|dist|build|out|coverage|public|tests?|__tests__|spec|e2e|examples?|fixtures|docs|uploads|backups)$/
/** Applications are rarely created in deeper folders. */
const DEEPEST = 4
const MOST = 2000
const LONGEST = 300_000

/** `compiled` is the folder that TypeScript writes to. */
export function sourcesIn(folder: string, compiled?: string): SourceFile[] {
  const found: SourceFile[] = []
  const visit = (inside: string, depth: number) => {
    const entries = readdirSync(path.join(folder, inside), { withFileTypes: true }).sort((a, b) => a.name.localeCompare(b.name))
    for (const entry of entries) {
      const at = path.posix.join(inside, entry.name)
      if (entry.isFile() && SOURCE.test(entry.name) && !NOT_OURS.test(entry.name) && found.length < MOST) {
        const text = readFileSync(path.join(folder, at), 'utf8')
        if (text.length < LONGEST) found.push({ path: at, text, code: codeOf(text) })
      }
      if (!entry.isDirectory() || OTHER_FOLDERS.test(entry.name) || at === compiled || depth === DEEPEST) continue
      if (!existsSync(path.join(folder, at, 'package.json'))) visit(at, depth + 1)
    }
  }
  visit('', 0)
  return found
}
