/** Refuses patterns that could stall the process when matched against a user's text.
 *
 * Most patterns are proven harmless here; recheck, an optional package, analyses the others. Its verdicts are cached, and a pattern that
 * is neither proven nor found safe is refused.
 */
import { analyse, analyser, type Verdict } from './pattern-analysis.ts'
import { isProvablyLinear } from './pattern-paths.ts'
import { VerdictCache } from './pattern-verdicts.ts'

/**
 * A pattern is never matched against a longer text. This is the default `maxLength` of fields with a pattern: even linear time needs a
 * limit, and no text in a fixed format is longer.
 */
export const LONGEST_MATCHED = 10_000

/** A pattern in a schema, and how to report a problem with it. */
export interface PatternUse {
  pattern: string
  refuse(message: string, hint: string): void
}

const EXAMPLE = 'such as ^[a-z]+(-[a-z]+)*$'
const REWRITE = `begin each repeated part with a character that the part before it can't match, ${EXAMPLE}`

/** `folder`: the application's folder, whose `node_modules` holds the cache. */
export async function refuseSlowPatterns(uses: readonly PatternUse[], folder: string): Promise<void> {
  const unproven = uses.filter(({ pattern }) => !isProvablyLinear(pattern))
  if (unproven.length === 0) return
  const verdicts = await verdictsOn([...new Set(unproven.map(({ pattern }) => pattern))], folder)
  for (const { pattern, refuse } of unproven) {
    const refusal = refusalFor(verdicts.get(pattern))
    if (refusal) refuse(...refusal)
  }
}

async function verdictsOn(patterns: readonly string[], folder: string): Promise<Map<string, Verdict>> {
  const found = analyser()
  const cache = new VerdictCache(folder, found?.version)
  const verdicts = new Map<string, Verdict>()
  for (const pattern of patterns) {
    const verdict = cache.read(pattern)
    if (verdict) verdicts.set(pattern, verdict)
  }
  const open = patterns.filter((pattern) => !verdicts.has(pattern))
  if (!found || open.length === 0) return verdicts
  for (const [pattern, verdict] of await analyse(open, found.file)) {
    verdicts.set(pattern, verdict)
    if (verdict.status !== 'unknown') cache.write(pattern, verdict)
  }
  return verdicts
}

function refusalFor(verdict: Verdict | undefined): [message: string, hint: string] | undefined {
  if (verdict?.status === 'safe') return undefined
  if (!verdict)
    return [
      'this pattern may be slow on some texts, and the package that analyzes such patterns is not installed',
      `npm install recheck; or ${REWRITE}`,
    ]
  if (verdict.status === 'unknown')
    return [`the analysis of this pattern ended without a result (${verdict.reason}), so it may be slow on some texts`, REWRITE]
  return [`this pattern takes ${verdict.complexity} time, for example on ${verdict.attack}`, REWRITE]
}
