// `npm test`: makes the checkout ready, checks style and types, and runs every test. Arguments go to mocha;
// files among them are run instead of all. `npm run test:long` (`--long`): only the tests that repeat themselves or draw at random,
// in full depth (`test/harness/depth.ts`).
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { ready, root, run } from './ready.js'

/** Suites that measure time, or what the machine as a whole does: they come last, one after the other, when nothing else runs. */
const ALONE = [
  'test/admin-components/speed.test.ts',
  'test/features/jobs-hanging.test.ts',
  'test/features/media/load.test.ts',
  'test/features/media/location.test.ts',
  'test/features/timing.test.ts',
  'test/first-hour.test.ts',
  'test/http/large-documents.test.ts',
  'test/http/stalls.test.ts',
  'test/operations/refusals.test.ts',
  'test/query/neighbour.test.ts',
  'test/query/too-slow.test.ts',
  'test/shutdown/shutdown.test.ts',
  'test/shutdown/signal.test.ts',
  'test/store/long-work.test.ts',
]

ready()
const node = process.execPath
const isLong = process.argv.includes('--long')
const args = process.argv.slice(2).filter((arg) => arg !== '--long')
if (isLong) {
  process.env.TEST_DEPTH = 'thorough'
  process.env.TEST_SEED ??= String(Date.now() % 2 ** 31)
  console.log(`TEST_SEED=${process.env.TEST_SEED}`)
} else if (args.length === 0) {
  console.log('Checking style …')
  run(node, [path.join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '.'])
  console.log('Checking types …')
  run(node, [path.join(root, 'node_modules/typescript/bin/tsc'), '--noEmit'])
}
console.log('Testing …')
if (args.some((arg) => arg.endsWith('.ts'))) process.exitCode = mocha(args)
else if (isLong) process.exitCode = mocha([...args, ...sideBySide(), ...repeating()])
else process.exitCode = everything(args)

function everything(args) {
  const together = mocha([...args, ...sideBySide(), ...ALONE.flatMap((file) => ['--ignore', file]), 'test/**/*.test.ts'])
  const alone = mocha([...args, ...ALONE])
  return together || alone
}

function sideBySide() {
  return ['--parallel', '--jobs', String(Math.max(2, Math.min(4, availableParallelism() - 1)))]
}

/** The files that ask how far to go. */
function repeating() {
  const files = readdirSync(path.join(root, 'test'), { recursive: true }).filter((file) => file.endsWith('.test.ts'))
  return files
    .map((file) => `test/${file}`)
    .filter((file) => /\b(inDepth|seedOr|pairwise)\(/.test(readFileSync(path.join(root, file), 'utf8')))
}

function mocha(args) {
  return spawnSync(node, [path.join(root, 'node_modules/mocha/bin/mocha.js'), ...args], { cwd: root, stdio: 'inherit' }).status ?? 1
}
