/** Named access rules where they can't mean what their names say: they would compare unrelated ids, or admit everybody.
 * Tested by test/schema/named-rules.test.ts.
 */
import type { Merged } from './merge.ts'
import { messages } from './messages.ts'
import type { Source } from './source.ts'
import { rulesOf } from './stated-rules.ts'

export interface Misplaced {
  message: string
  hint: string
  source: Source
  path: (string | number)[]
}

export function* misplacedRules({ slug, kind, document, declarations }: Merged): Generator<Misplaced> {
  const hasDrafts = document['x-cms']['drafts'] === true
  for (const { rule, verb, source, path } of declarations.filter(({ builtIn }) => !builtIn).flatMap(rulesOf)) {
    const found = rule === 'published' ? !hasDrafts && PUBLISHED : problemOfPerson(rule, verb, kind, slug)
    if (found) yield { message: found[0], hint: found[1], source, path }
  }
}

type Found = [message: string, hint: string]

const PUBLISHED: Found = [messages.publishedNeedsDrafts, "add 'drafts: true', or use the rule 'anyone'"]
/** No user created these, or they are users themselves. */
const WITHOUT_CREATOR = ['users', 'api-keys']

function problemOfPerson(rule: unknown, verb: string, kind: Merged['kind'], slug: string): Found | undefined {
  if (rule !== 'self' && rule !== 'owner') return undefined
  if (kind === 'global') return [messages.ruleOfGlobal(rule), 'use another rule, or a function']
  if (rule === 'owner') return WITHOUT_CREATOR.includes(slug) ? [messages.ownerOf(slug), "did you mean 'self'?"] : undefined
  if (slug !== 'users') return [messages.selfOf(slug), "did you mean 'owner'?"]
  return verb === 'create' ? [messages.selfCreates, "did you mean 'admin'?"] : undefined
}
