/** Imported first, so that an outdated Node gets a clear message before anything else fails obscurely. Tested by test/first-hour.test.ts. */
import { nodeProblem } from '../node-version.ts'

if (nodeProblem !== undefined) {
  console.error(nodeProblem)
  process.exit(1)
}
