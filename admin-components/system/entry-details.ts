/** What an entry of the audit log holds besides its sentence, as facts in words: how it came about, and what a role may do now.
 * Tested by test/admin-components/permissions.test.ts.
 */
import { html, type TemplateResult } from 'lit'
import type { CmsElement } from '../element.ts'
import { enSignIn } from '../texts/en-sign-in.ts'
import { enSystem } from '../texts/en-system.ts'
import { humanized, type Key, onDate } from '../texts/texts.ts'
import { entityName, limitsOf, operationNames, ownOf, type Permissions, viewName } from './rights.ts'

type FactKey = Extract<keyof typeof enSystem, `audit.fact.${string}`>

const FACTS: Record<string, FactKey> = {
  action: 'audit.fact.action',
  address: 'audit.fact.address',
  at: 'audit.fact.at',
  checked: 'audit.fact.checked',
  deleted: 'audit.fact.deleted',
  failed: 'audit.fact.failed',
  from: 'audit.fact.from',
  gaps: 'audit.fact.gaps',
  id: 'audit.fact.id',
  identity: 'audit.fact.identity',
  ids: 'audit.fact.ids',
  intent: 'audit.fact.intent',
  invalid: 'audit.fact.invalid',
  job: 'audit.fact.id',
  kind: 'audit.fact.kind',
  provider: 'audit.fact.provider',
  queued: 'audit.fact.queued',
  reason: 'audit.fact.reason',
  removed: 'audit.fact.removed',
  sending: 'audit.fact.sending',
  sent: 'audit.fact.sent',
  state: 'audit.fact.state',
  to: 'audit.fact.to',
  trigger: 'audit.fact.trigger',
  truncated: 'audit.fact.truncated',
  username: 'audit.fact.username',
}

/** Words of galley itself; all other texts are shown as they are. */
const WORDS: readonly string[] = ['action', 'intent', 'kind', 'reason', 'state', 'trigger']

const A_MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

export function entryFacts(host: CmsElement, detail: Readonly<Record<string, unknown>>): TemplateResult {
  return html`
    <dl class="facts">
      ${Object.entries(detail).map(([name, value]) =>
        name === 'permissions'
          ? grants(host, value as Permissions).map(([label, words]) => fact(label, words))
          : fact(FACTS[name] ? host.t(FACTS[name]) : humanized(name), shown(host, name, value)),
      )}
    </dl>
  `
}

/** Only what differs, as `Posts: Read, Create → Read`. */
export function permissionChanges(host: CmsElement, before: Permissions, after: Permissions): TemplateResult {
  const [was, is] = [new Map(grants(host, before)), new Map(grants(host, after))]
  const labels = [...new Set([...was.keys(), ...is.keys()])].filter((label) => was.get(label) !== is.get(label))
  const nothing = host.t('roles.none')
  return html`
    <dl class="facts">
      ${labels.map((label) => fact(label, html`<del>${was.get(label) ?? nothing}</del> → <ins>${is.get(label) ?? nothing}</ins>`))}
    </dl>
  `
}

const fact = (label: string, value: unknown): TemplateResult => html`<dt>${label}</dt><dd>${value}</dd>`

function shown(host: CmsElement, name: string, value: unknown): string {
  if (value === null || value === undefined) return '—'
  if (typeof value === 'boolean') return host.t(value ? 'yes' : 'no')
  if (Array.isArray(value)) return value.length === 0 ? '—' : value.map((one) => shown(host, name, one)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (name === 'removed') return viewName(host, text)
  if (A_MOMENT.test(text)) return onDate(text, host.app.language)
  return WORDS.includes(name) ? inOwnWords(host, text) : text
}

/** A word that galley noted; reasons of outside sign-ins are those that the sign-in page gives. */
function inOwnWords(host: CmsElement, word: string): string {
  const key = [`audit.word.${word.replaceAll(' ', '-')}`, `sso.${word}`].find(
    (one) => Object.hasOwn(enSystem, one) || Object.hasOwn(enSignIn, one),
  )
  return key ? host.t(key as Key) : humanized(word)
}

/** Each content and page that a role has rights to, and which. */
function grants(host: CmsElement, permissions: Permissions): [label: string, words: string][] {
  const rights = (['collections', 'globals'] as const).flatMap((kind) =>
    Object.entries(permissions[kind] ?? {})
      .filter(([, operations]) => operations.length > 0)
      .map(([slug, operations]): [string, string] => {
        const words = operationNames(host, operations, ownOf(kind, slug, permissions))
        return [entityName(host, kind, slug), [words, ...limitsOf(host, kind, slug, permissions)].join(' · ')]
      }),
  )
  return [...rights, ...(permissions.admin ?? []).map((view): [string, string] => [viewName(host, view), host.t('yes')])]
}
