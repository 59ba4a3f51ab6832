#!/usr/bin/env node
/** Loads the command line, unless Node is so old that this would fail obscurely. Tested by test/first-hour.test.ts. */
import { nodeProblem } from '../node-version.ts'

if (nodeProblem !== undefined) {
  console.error(nodeProblem)
  process.exit(1)
}
const { main } = await import('./program.ts')
process.exitCode = await main(process.argv)
// The channel to `galley dev` would keep a finished process alive.
if (process.connected) process.exit()
