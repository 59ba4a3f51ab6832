/** Caches verdicts on patterns in `node_modules/.cache/galley`, so that a start analyses only new ones. Does nothing if it can't write.
 * Tested by test/schema/patterns.test.ts.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Verdict } from './pattern-analysis.ts'

export class VerdictCache {
  readonly #folder: string | undefined
  readonly #version: string | undefined

  /** `version`: the analyser's; without one, verdicts of any version count, so that production doesn't need the analyser. */
  constructor(application: string, version: string | undefined) {
    const modules = nearestModules(application)
    this.#folder = modules && path.join(modules, '.cache', 'galley', 'patterns')
    this.#version = version
  }

  read(pattern: string): Verdict | undefined {
    if (!this.#folder) return undefined
    try {
      const kept = JSON.parse(readFileSync(fileIn(this.#folder, pattern), 'utf8'))
      return kept.pattern === pattern && (this.#version ?? kept.version) === kept.version ? kept.verdict : undefined
    } catch {
      return undefined
    }
  }

  write(pattern: string, verdict: Verdict): void {
    if (!this.#folder) return
    const written = path.join(this.#folder, `${randomUUID()}.new`)
    try {
      mkdirSync(this.#folder, { recursive: true })
      writeFileSync(written, JSON.stringify({ pattern, version: this.#version, verdict }))
      renameSync(written, fileIn(this.#folder, pattern))
    } catch {
      removeIfThere(written)
    }
  }
}

const fileIn = (folder: string, pattern: string): string => path.join(folder, `${createHash('sha256').update(pattern).digest('hex')}.json`)

function nearestModules(folder: string): string | undefined {
  const modules = path.join(folder, 'node_modules')
  if (existsSync(modules)) return modules
  const above = path.dirname(folder)
  return above === folder ? undefined : nearestModules(above)
}

function removeIfThere(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // The parent of the cache is not a folder.
  }
}
