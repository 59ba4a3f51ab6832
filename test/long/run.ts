/** `npm run test:long`: the tests that draw at random, with many more rounds than a usual run has time for. */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'

/** Printed, so that a run can be had again. */
const seed = process.env['GALLEY_SEED'] ?? String(randomInt(2 ** 31))
console.log(`GALLEY_SEED=${seed}`)
/** The rounds are for each database. */
const RUNS = [
  { file: 'test/migrations/changing.test.ts', env: { GALLEY_STEPS: '500', GALLEY_SEED: seed } },
  { file: 'test/store/two-models.test.ts', env: { SCHEMAS: '60', SEED: seed } },
]

const root = fileURLToPath(new URL('../..', import.meta.url))
for (const { file, env } of RUNS) {
  const { status } = spawnSync(process.execPath, ['node_modules/mocha/bin/mocha.js', '--timeout', '3600000', file], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) process.exitCode = 1
}
