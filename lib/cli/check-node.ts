/** Imported first: a Node that is too old is told so, before anything else fails on it in words that nobody understands. */
import { nodeProblem } from '../node-version.ts'

if (nodeProblem !== undefined) {
  console.error(nodeProblem)
  process.exit(1)
}
