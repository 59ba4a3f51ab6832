// `npm test`: makes the checkout ready, checks style and types, and runs every test. Arguments go to mocha;
// files among them are run instead of all.
import { spawnSync } from 'node:child_process'
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
const args = process.argv.slice(2)
if (args.length === 0) {
  console.log('Checking style …')
  run(node, [path.join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '.'])
  console.log('Checking types …')
  run(node, [path.join(root, 'node_modules/typescript/bin/tsc'), '--noEmit'])
}
console.log('Testing …')
process.exitCode = args.some((arg) => arg.endsWith('.ts')) ? mocha(args) : everything(args)

function everything(args) {
  const jobs = Math.max(2, Math.min(4, availableParallelism() - 1))
  const together = mocha([
    ...args,
    '--parallel',
    '--jobs',
    String(jobs),
    ...ALONE.flatMap((file) => ['--ignore', file]),
    'test/**/*.test.ts',
  ])
  const alone = mocha([...args, ...ALONE])
  return together || alone
}

function mocha(args) {
  return spawnSync(node, [path.join(root, 'node_modules/mocha/bin/mocha.js'), ...args], { cwd: root, stdio: 'inherit' }).status ?? 1
}
