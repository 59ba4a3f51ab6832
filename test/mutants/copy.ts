/** A copy of the working tree in which one mutant at a time is tested; the checkout itself is never touched. */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutant.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LIMIT = 10 * 60_000

export interface Run {
  passed: number
  /** The first test that failed. */
  failed?: string
  /** Why there is no result: nothing was loaded, or it took too long. */
  trouble?: string
}

export class Copy {
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'galley-mutants-'))
  #stop = () => {}

  constructor() {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' })
    for (const file of listed.split('\0').filter((one) => one !== '' && existsSync(path.join(ROOT, one)))) {
      mkdirSync(path.dirname(this.#at(file)), { recursive: true })
      cpSync(path.join(ROOT, file), this.#at(file))
    }
    for (const folder of ['node_modules', 'dist']) symlinkSync(realpathSync(path.join(ROOT, folder)), this.#at(folder), 'dir')
  }

  /** Runs the tests of a mutant with its line broken. Undefined when the line is not there exactly once. */
  async broken(mutant: Mutant): Promise<Run | undefined> {
    const file = this.#at(mutant.file)
    const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (source.split(mutant.before).length !== 2) return undefined
    writeFileSync(
      file,
      source.replace(mutant.before, () => mutant.after),
    )
    try {
      return await this.whole(mutant)
    } finally {
      writeFileSync(file, source)
    }
  }

  /** Runs the same tests on the code as it is. */
  async whole({ tests, grep }: Pick<Mutant, 'tests' | 'grep'>): Promise<Run> {
    const report = this.#at('report.json')
    rmSync(report, { force: true })
    const mocha = ['node_modules/mocha/bin/mocha.js', '--bail', '--exit', '--reporter', 'json', '--reporter-option', `output=${report}`]
    const ended = await this.#node([...mocha, ...(grep === undefined ? [] : ['--fgrep', grep]), ...tests])
    if (ended !== undefined) return { passed: 0, trouble: ended }
    if (!existsSync(report)) return { passed: 0, trouble: 'the tests could not be loaded' }
    const { stats, failures } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: stats.passes, ...(failures.length > 0 && { failed: failures[0].fullTitle as string }) }
  }

  /** In a process group of its own, so that what the tests started ends with them. */
  #node(args: string[]): Promise<string | undefined> {
    return new Promise((resolve) => {
      const child = spawn(process.execPath, args, { cwd: this.#folder, stdio: 'ignore', detached: true })
      const end = () => {
        try {
          process.kill(-child.pid!, 'SIGKILL')
        } catch {
          // All of it has ended.
        }
      }
      this.#stop = end
      const timer = setTimeout(() => {
        end()
        resolve(`took longer than ${LIMIT / 60_000} minutes`)
      }, LIMIT)
      child.on('close', () => {
        clearTimeout(timer)
        end()
        resolve(undefined)
      })
    })
  }

  remove(): void {
    this.#stop()
    // What the tests started may still write for a moment.
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }

  #at(file: string): string {
    return path.join(this.#folder, file)
  }
}
