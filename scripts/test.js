// `npm test`: makes the checkout ready, checks style and types, and runs every test. Arguments go to mocha;
// files among them are run instead of all. `npm run test:long` (`--long`): the tests whose title holds `@long`, and those that repeat
// themselves or draw at random in full depth, or with TEST_DEPTH=sample as in `npm test` (`test/harness/depth.ts`).
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { ready, root } from './ready.js'

/**
 * Suites that measure how long a process of their own is busy: they come after the others, two at a time where there are two cores, since
 * somebody else's work only slows them down a little. All their tests are long.
 */
const MEASURING_WORK = [
  'test/http/large-documents.test.ts',
  'test/http/many-rows.test.ts',
  'test/http/stalls.test.ts',
  'test/store/long-work.test.ts',
]

/** It looks at single frames. */
const MEASURING_FRAMES = 'test/admin-components/speed.test.ts'

/**
 * Suites that measure time, or what the machine as a whole does: they come last, one after the other, when nothing else runs. Their quick
 * tests leave room for somebody else's work, so they run like those that measure work.
 */
const MEASURING_TIME = [
  'test/features/jobs-hanging.test.ts',
  'test/features/media/load.test.ts',
  'test/features/media/location.test.ts',
  'test/features/timing.test.ts',
  'test/first-hour.test.ts',
  'test/operations/refusals.test.ts',
  'test/query/neighbour.test.ts',
  'test/query/too-slow.test.ts',
  'test/shutdown/shutdown.test.ts',
  'test/shutdown/signal.test.ts',
]

const MEASURING = [...MEASURING_WORK, ...MEASURING_TIME, MEASURING_FRAMES]

/** Two more workers than cores, since tests wait for half of their time: for a browser, a database, another process. */
const SIDE_BY_SIDE = ['--parallel', '--jobs', String(Math.min(6, availableParallelism() + 2))]
const ONE_EACH = ['--parallel', '--jobs', String(Math.min(2, availableParallelism()))]

const LONG = ['--grep', '@long']
const QUICK = [...LONG, '--invert']

/** A sample of the long tests leaves out one in so many files, others in each run. TEST_TURN leaves out those of another run. */
const ONE_LEFT_OUT_OF = 3

/** If more files than this failed, the change is at fault, not the machine. */
const MOST_AGAIN = 12

/** How many of the slowest files a run of many lists. */
const SLOWEST = Number(process.env.SLOWEST ?? 25)
const MANY = 25

const node = process.execPath
const isLong = process.argv.includes('--long')
const args = process.argv.slice(2).filter((arg) => arg !== '--long')
if (isLong) {
  process.env.TEST_DEPTH ??= 'thorough'
  if (process.env.TEST_DEPTH === 'thorough') process.env.TEST_SEED ??= String(Date.now() % 2 ** 31)
  console.log(`TEST_DEPTH=${process.env.TEST_DEPTH} TEST_SEED=${process.env.TEST_SEED ?? ''}`)
}
const isAll = !isLong && args.length === 0
const checking = []
const { drivers } = await ready({
  onInstalled: () => isAll && checking.push(checks('style', '@biomejs/biome/bin/biome', 'check', '.')),
  onDeclared: () => isAll && checking.push(checks('types', 'typescript/bin/tsc', '--noEmit')),
})
await Promise.all([...checking, drivers])
console.log('Testing …')
/** How many milliseconds each file took. */
const times = []
const failures = chosen()
end(process.env.CI ? again(failures) : failures)

function chosen() {
  if (args.some((arg) => arg.endsWith('.ts'))) return mocha(args)
  if (!isLong) return everything(QUICK, testFiles())
  if (process.env.TEST_DEPTH !== 'thorough') return everything(LONG, leavingSomeOut(testFiles()))
  return [...mocha([...args, ...SIDE_BY_SIDE, ...QUICK, ...repeating(testFiles())]), ...everything(LONG, testFiles())]
}

async function checks(what, tool, ...args) {
  console.log(`Checking ${what} …`)
  const [code] = await once(spawn(node, [path.join(root, 'node_modules', tool), ...args], { cwd: root, stdio: 'inherit' }), 'exit')
  if (code !== 0) process.exit(1)
}

/** Several files at a time, then those that measure. */
function everything(which, files) {
  return [
    ...mocha([...args, ...which, ...SIDE_BY_SIDE, ...files.filter((file) => !MEASURING.includes(file))]),
    ...mocha([...args, ...which, ...ONE_EACH, ...(which === LONG ? MEASURING_WORK : MEASURING_TIME)]),
    ...mocha([...args, ...which, ...(which === LONG ? MEASURING_TIME : []), MEASURING_FRAMES]),
  ]
}

/**
 * On a busy machine a test may fail without a fault of the change: in CI each file that failed is run once more, alone and from its
 * own beginning; of suites that measure, which take minutes, only what failed. What passes then is named at the end; what fails then has
 * failed.
 */
function again(failures) {
  const files = [...new Set(failures.map((failure) => failure.file))]
  if (files.length === 0 || files.length > MOST_AGAIN || files.includes(undefined)) return failures
  console.log(`Testing again, alone: ${files.join(', ')} …`)
  const still = files.flatMap((file) => mocha(['--retries', '1', ...(MEASURING.includes(file) ? onlyFailed(file, failures) : []), file]))
  const passed = failures.filter(({ file }) => !still.some((failure) => failure.file === file))
  tell('Failed at first, passed alone:', passed)
  return still
}

/** What failed in a file, unless it was a hook, which all its tests need. */
function onlyFailed(file, failures) {
  const titles = failures.filter((failure) => failure.file === file).map(({ title }) => title)
  if (titles.some((title) => title.includes('" hook'))) return []
  return ['--grep', titles.map((title) => `^${title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`).join('|')]
}

/** Runs mocha and returns what failed: file, title and error, as `test/harness/reporter.cjs` writes them down. */
function mocha(args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-report-'))
  const report = path.join(folder, 'report.jsonl')
  writeFileSync(report, '')
  const env = { ...process.env, TEST_REPORT: report }
  const { status } = spawnSync(node, [path.join(root, 'node_modules/mocha/bin/mocha.js'), ...args], { cwd: root, stdio: 'inherit', env })
  const lines = readFileSync(report, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  rmSync(folder, { recursive: true })
  times.push(...lines.filter(({ file, ms }) => file && ms !== undefined))
  const failures = lines.filter(({ title }) => title !== undefined)
  return status === 0 || failures.length > 0 ? failures : [{ title: 'mocha', error: `It ended with ${status}; what it printed says why.` }]
}

function tell(heading, failures) {
  if (failures.length === 0) return
  console.log(`\n${heading}`)
  for (const { file, title, error } of failures) console.log(`\n  ${title}${file ? ` (${file})` : ''}\n${error.replace(/^/gm, '    ')}`)
}

/** Which files took longest, and the failures of all parts of the run once more, where one looks first: at the end. */
function end(failures) {
  const slowest = times.sort((one, other) => other.ms - one.ms).slice(0, SLOWEST)
  if (times.length > MANY) console.log(`\nSlowest:\n${slowest.map(({ file, ms }) => `  ${Math.round(ms / 1000)} s  ${file}`).join('\n')}`)
  if (!isLong && args.length === 0) console.log('\nTests marked @long are left to `npm run test:long`.')
  tell('Failed:', failures)
  process.exitCode = failures.length > 0 ? 1 : 0
}

function testFiles() {
  const found = readdirSync(path.join(root, 'test'), { recursive: true }).filter((file) => file.endsWith('.test.ts'))
  return found.map((file) => path.posix.join('test', file.replaceAll(path.sep, '/'))).sort()
}

/** Those that measure are always run. */
function leavingSomeOut(files) {
  const turn = Number(process.env.TEST_TURN ?? Math.floor(Date.now() / 60_000)) % ONE_LEFT_OUT_OF
  console.log(`TEST_TURN=${turn} leaves one of ${ONE_LEFT_OUT_OF} files to other runs.`)
  return files.filter((_, at) => at % ONE_LEFT_OUT_OF !== turn)
}

/** The files that ask how far to go. */
function repeating(files) {
  return files.filter((file) =>
    /\b(inDepth|seedOr|pairwise|onePair|drawn|isDrawn|oneIn|itIn|driversFor)\(/.test(readFileSync(path.join(root, file), 'utf8')),
  )
}
