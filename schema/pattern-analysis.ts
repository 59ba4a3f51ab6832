/** Analyses regular expressions with recheck, in a separate process: otherwise its native part would stay in memory. */
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'

export type Verdict =
  | { status: 'safe' }
  /** `complexity` is a word such as `exponential`; `attack` is an expression for a text on which the pattern is slow. */
  | { status: 'vulnerable'; complexity: string; attack: string }
  | { status: 'unknown'; reason: string }

const TIMEOUT = 5_000
const STARTS_WITHIN = 15_000

const require = createRequire(import.meta.url)

/** The path and version of recheck, if it is installed. */
export function analyser(): { file: string; version: string } | undefined {
  try {
    return { file: require.resolve('recheck'), version: require('recheck/package.json').version }
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error
    return undefined
  }
}

/** Reads the patterns as a JSON list, and prints one line for each. */
const PROGRAM = `
const { check } = require(process.argv[1])
let given = ''
process.stdin.on('data', (text) => (given += text)).on('end', async () => {
  for (const pattern of JSON.parse(given)) {
    const { status, complexity, attack, error } = await check(pattern, 'u', { timeout: ${TIMEOUT} })
    const line = { pattern, status, complexity: complexity?.summary, attack: attack?.pattern, reason: error?.kind }
    process.stdout.write(JSON.stringify(line) + '\\n')
  }
  process.stdout.write('', () => process.exit())
})`

/** A verdict for each pattern; `unknown` if the analysis fails or takes too long. */
export async function analyse(patterns: readonly string[], file: string): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>(patterns.map((pattern) => [pattern, { status: 'unknown', reason: 'it took too long' }]))
  const { printed, error } = await run(file, JSON.stringify(patterns), STARTS_WITHIN + patterns.length * TIMEOUT)
  for (const line of printed.split('\n').slice(0, -1)) {
    const { pattern, status, complexity = '', attack = '', reason } = JSON.parse(line)
    if (status === 'safe') verdicts.set(pattern, { status })
    else if (status === 'vulnerable') verdicts.set(pattern, { status, complexity, attack: shortened(attack) })
    else verdicts.set(pattern, { status: 'unknown', reason: reason === 'timeout' ? 'it took too long' : String(reason) })
  }
  if (error) for (const [pattern, { status }] of verdicts) if (status === 'unknown') verdicts.set(pattern, { status, reason: error })
  return verdicts
}

const shortened = (attack: string) => (attack.length > 80 ? `${attack.slice(0, 80)}…` : attack)

async function run(file: string, input: string, within: number): Promise<{ printed: string; error?: string }> {
  const child = spawn(process.execPath, ['-e', PROGRAM, file], { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
  const timer = setTimeout(() => child.kill('SIGKILL'), within)
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  child.stdin.on('error', () => undefined).end(input)
  const error = await new Promise<string | undefined>((resolve) => {
    child.once('error', (failed) => resolve(failed.message))
    child.once('close', (code, signal) => resolve(code === 0 || signal ? undefined : `recheck ended with code ${code}`))
  })
  clearTimeout(timer)
  return error === undefined ? { printed } : { printed, error }
}
