/** Says why a delivery failed: the errors that galley itself writes in the reader's words, those of others as they are.
 * Tested by test/admin-components/attention.test.ts.
 */
import type { CmsElement } from '../element.ts'
import type { enReports } from '../texts/en-reports.ts'
import './report-texts.ts'

type FailureKey = Extract<keyof typeof enReports, `failure.${string}`>

/** The errors of `lib/features/webhooks/delivery.ts` and `lib/events/outbox.ts`; the first match counts. */
const KNOWN: readonly (readonly [RegExp, FailureKey])[] = [
  [/^answered (?<status>\d+): redirects/, 'failure.redirect'],
  [/^answered (?<status>\d+)$/, 'failure.answered'],
  [/^no answer within/, 'failure.silent'],
  [/^could not be reached: ECONNREFUSED$/, 'failure.refused'],
  [/^could not be reached: (?:ENOTFOUND|EAI_AGAIN)$/, 'failure.unknownHost'],
  [/^could not be reached: (?:bad port|Invalid URL|ERR_INVALID_URL)$/, 'failure.notPossible'],
  [/^could not be reached: (?<reason>.+)$/, 'failure.unreachable'],
  [/^this webhook is not in the configuration/, 'failure.removed'],
]

/** What those who look after the server call it. */
export const failureCode = (error: string): string | undefined => /^could not be reached: (?<code>[A-Z_]+)$/.exec(error)?.groups?.['code']

export function failureText(host: CmsElement, error: string): string {
  for (const [pattern, key] of KNOWN) {
    const match = pattern.exec(error)
    if (match) return host.t(key, { ...match.groups })
  }
  return error.charAt(0).toUpperCase() + error.slice(1)
}
