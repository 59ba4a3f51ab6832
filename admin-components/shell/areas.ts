/** The areas of the admin and what may be opened of each: for the menu, the palette and the page that is shown. */
import type { Desk } from '../desk/desk.ts'
import type { Key } from '../texts/texts.ts'
import { humanized } from '../texts/texts.ts'

export interface Entry {
  label: string
  icon: string
  /** A place of the admin, or an address that begins with `http` or `/`. */
  to: string
  /** Whose documents are counted beside it. */
  counts?: string
}

export interface Group {
  id: string
  label: string
  entries: Entry[]
}

const SYSTEM: readonly [view: string, icon: string, key: Key][] = [
  ['roles', 'shield', 'area.roles'],
  ['keys', 'key', 'area.keys'],
  ['sso', 'lock', 'area.sso'],
  ['audit', 'history', 'area.audit'],
  ['deliveries', 'send', 'area.deliveries'],
  ['backups', 'database', 'area.backups'],
  ['email', 'mail', 'area.email'],
  ['status', 'activity', 'area.status'],
  ['api', 'code', 'area.api'],
]

/** Collections that have pages of their own. */
const OWN_PAGES = ['media', 'media-folders', 'users', 'api-keys']

/** What there is for this person, in the order of the menu. Groups without entries are left out. */
export function areas(desk: Desk): Group[] {
  const { schema } = desk
  if (!schema) return []
  const groups = new Map<string, Group>()
  const group = (id: string, label: string) => {
    const known = groups.get(id) ?? { id, label, entries: [] }
    groups.set(id, known)
    return known
  }
  group('content', desk.t('area.content'))
  const named = schema.nav.flatMap((one) => [one, ...(one.children ?? [])]).sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
  for (const { id, label } of named) group(id, desk.label(label, id))
  const into = (wanted: string | undefined, fallback: string) => {
    if (wanted === undefined) return group(fallback, fallback)
    return groups.get(wanted) ?? group(wanted, wanted)
  }
  const settings = () => group('settings', desk.t('area.settings'))
  const place = { get: (wanted: string | undefined) => (wanted === 'settings' ? settings() : into(wanted, 'content')) }

  for (const entity of schema.collections.filter(({ slug, may }) => !OWN_PAGES.includes(slug) && may.read)) {
    place.get(entity.admin.group).entries.push({
      label: desk.label(entity.labels.plural, humanized(entity.slug)),
      icon: entity.icon,
      to: `c/${entity.slug}`,
      ...(entity.admin.count !== false && { counts: entity.slug }),
    })
  }
  if (desk.collection('media')?.may.read)
    groups.get('content')!.entries.push({ label: desk.t('area.media'), icon: 'image', to: 'media', counts: 'media' })
  for (const entity of schema.globals.filter(({ may }) => may.read))
    place
      .get(entity.admin.group ?? 'settings')
      .entries.push({ label: desk.label(entity.labels.singular, humanized(entity.slug)), icon: entity.icon, to: `g/${entity.slug}` })
  for (const page of schema.pages.filter((page) => page.group !== false))
    place.get(page.group || 'content').entries.push({ label: desk.label(page.label, page.path), icon: page.icon, to: `p/${page.path}` })
  if (desk.collection('users')?.may.read)
    settings().entries.push({ label: desk.t('area.users'), icon: 'users', to: 'c/users', counts: 'users' })
  for (const [view, icon, key] of SYSTEM)
    if (schema.views.includes(view)) group('system', desk.t('area.system')).entries.push({ label: desk.t(key), icon, to: `system/${view}` })
  return [...groups.values()].filter(({ entries }) => entries.length > 0)
}

/** The name of what is shown at a place, for the title of the window. */
export function titleAt(desk: Desk, [first = '', second = '']: readonly string[]): string {
  const to = ['c', 'g', 'p', 'system'].includes(first) ? `${first}/${second}` : first
  return (
    areas(desk)
      .flatMap(({ entries }) => entries)
      .find((entry) => entry.to === to)?.label ?? ''
  )
}
