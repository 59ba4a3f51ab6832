/** Says what an entry of the audit log means: “Ada published *Night trains*”. Tested by test/admin-components/deeds.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import type { RelatedDocuments } from '../app/related.ts'
import { roleName } from '../app/role-name.ts'
import type { AuditEntry } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { link } from '../parts/link.ts'
import { sentence } from '../parts/sentence.ts'
import { titleOf } from '../parts/title.ts'
import type { enReports } from '../texts/en-reports.ts'
import { humanized, type Key } from '../texts/texts.ts'
import { personName } from './person-name.ts'
import './report-texts.ts'

/** The actions that galley notes. A filter by a word also finds those that begin with it. */
export const DEEDS = {
  create: 'deed.create',
  update: 'deed.update',
  draft: 'deed.draft',
  discard: 'deed.discard',
  publish: 'deed.publish',
  unpublish: 'deed.unpublish',
  restore: 'deed.restore',
  recover: 'deed.recover',
  delete: 'deed.delete',
  schedule: 'deed.schedule',
  unschedule: 'deed.unschedule',
  login: 'deed.login',
  'login.failed': 'deed.login.failed',
  'login.locked': 'deed.login.locked',
  logout: 'deed.logout',
  signup: 'deed.signup',
  'email.verified': 'deed.email.verified',
  'password.failed': 'deed.password.failed',
  'password.forgot': 'deed.password.forgot',
  'password.link': 'deed.password.link',
  'password.reset': 'deed.password.reset',
  setup: 'deed.setup',
  'sso.login': 'deed.login',
  'sso.failed': 'deed.login.failed',
  'sso.link': 'deed.sso.link',
  'sso.unlink': 'deed.sso.unlink',
  'role.create': 'deed.role.create',
  'role.update': 'deed.role.update',
  'role.delete': 'deed.role.delete',
  'backup.start': 'deed.backup.start',
  'backup.download': 'deed.backup.download',
  'backup.delete': 'deed.backup.delete',
  'email.test': 'deed.email.test',
  'delivery.retry': 'deed.delivery.retry',
  'delivery.delete': 'deed.delivery.delete',
  'audit.verify': 'deed.audit.verify',
  'schema.rename': 'deed.schema.rename',
} as const satisfies Record<string, keyof typeof enReports>

/** The filters of the log, in the order of the menu. */
export const FILTERED = [
  'create',
  'update',
  'draft',
  'publish',
  'unpublish',
  'restore',
  'recover',
  'delete',
  'schedule',
  'login',
  'password',
  'sso',
  'role',
  'backup',
  'delivery',
] as const

/** Targets that are areas of the admin, not content. */
export const AREAS = ['roles', 'backups', 'deliveries', 'email', 'audit'] as const

/** The person isn't signed in yet when these happen, so the entry names them as its subject. */
const BEFORE_SIGN_IN = /^((login|sso)\.failed|login\.locked|signup|email\.verified|password\.(forgot|reset))$/

/** Each of these creates a person's account on the way, which the log notes as well. */
const MAKES_ACCOUNT = /^(setup|signup|email\.verified)$/

/** Without what the system did to an account for what another of the entries tells. */
export const withoutTwins = (entries: readonly AuditEntry[]): AuditEntry[] =>
  entries.filter((entry) => entry.target !== 'users' || entry.actor.id !== null || !entries.some((other) => tells(other, entry)))

function tells(other: AuditEntry, { action, doc, title, changes }: AuditEntry): boolean {
  if (action === 'create') return MAKES_ACCOUNT.test(other.action) && (other.doc === null ? other.actor.email === title : other.doc === doc)
  const isOfPassword = action === 'update' && changes?.every(({ field }) => field === 'password') === true
  return isOfPassword && other.action === 'password.reset' && other.doc === doc
}

export interface DeedOptions {
  /** Finds the titles that entries lack. */
  related: RelatedDocuments
  /** The reader is “You”. */
  isPersonal?: boolean
}

export function deed(host: CmsElement, entry: AuditEntry, { related, isPersonal = false }: DeedOptions): (TemplateResult | string)[] {
  const { action, actor } = entry
  const key: Key = Object.hasOwn(DEEDS, action) ? DEEDS[action as keyof typeof DEEDS] : 'deed.other'
  const email = actor.email ?? (BEFORE_SIGN_IN.test(action) ? entry.title : null)
  const isReader = isPersonal && email !== null && email === host.app.user?.email
  const name = personName(host, { id: actor.id, email }, related)
  return sentence(host.t(key), {
    who: html`<strong title=${email ?? nothing}>${isReader ? host.t('someone.you') : name}</strong>`,
    what: whatOf(host, entry, related),
    action,
  })
}

/** A link to the document if it can be opened, with the name of its collection. */
function whatOf(
  host: CmsElement,
  { action, target, formerTarget, doc, title: noted }: AuditEntry,
  related: RelatedDocuments,
): TemplateResult {
  const { app } = host
  const global = /^global:(.*)$/.exec(target)?.[1]
  const entity = global === undefined ? app.collection(target) : app.entity('global', global)
  const name = targetName(host, target, doc === null ? 'plural' : 'singular')
  // The log notes people by their email.
  const isNamed = noted !== null && target !== 'users'
  const found = !isNamed && doc !== null && action !== 'delete' ? related.find(target, doc, host) : null
  const title = found && global === undefined && entity ? titleOf(host, entity, found) : noted
  const isRole = target === 'roles' && title !== null
  const shown = isRole ? nameOfRole(host, title) : (title ?? (doc === null ? name : `${name} ${doc}`))
  const to =
    global === undefined
      ? entity && doc !== null && action !== 'delete'
        ? target === 'media'
          ? `media?id=${doc}`
          : `c/${target}/${doc}`
        : undefined
      : entity && `g/${global}`
  const former = formerTarget ? html` <span class="muted small">${host.t('audit.former', { target: formerTarget })}</span>` : nothing
  const kind = entity && title !== null && doc !== null ? html` <span class="muted small">${name}</span>` : nothing
  return html`${to === undefined ? html`<em>${shown}</em>` : link(host, to, shown)}${kind}${former}`
}

/** Entries have the name of a role, and its key where it had none yet. */
export const nameOfRole = ({ app }: CmsElement, title: string): string => (/^[a-z][a-z0-9-]*$/.test(title) ? roleName(app, title) : title)

/** In the singular for one document. */
export function targetName({ app }: CmsElement, target: string, number: 'singular' | 'plural' = 'plural'): string {
  const global = /^global:(.*)$/.exec(target)?.[1]
  if (global !== undefined) return app.label(app.entity('global', global)?.labels.singular, humanized(global))
  if ((AREAS as readonly string[]).includes(target)) return app.t(`area.${target as 'roles'}`)
  return app.label(app.collection(target)?.labels[number], humanized(target))
}
