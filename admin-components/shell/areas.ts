/** The areas of the admin that the user may open, for the menu, the palette and the page title. Tested by test/admin-components/pages.test.ts. */
import type { App } from '../app/app.ts'
import type { NavGroup } from '../app/schema.ts'
import { humanized, type Key } from '../texts/texts.ts'

export interface Entry {
  label: string
  icon: string
  /** A place in the admin, or a URL that begins with `http` or `/`. */
  to: string
  /** The collection whose document count is shown next to it. */
  counts?: string
}

export interface Group {
  id: string
  label: string
  icon?: string
  entries: Entry[]
  /** Subgroups, one level deep. */
  children: Group[]
}

const SYSTEM: readonly [view: string, icon: string, key: Key, group: 'people' | 'system'][] = [
  ['roles', 'shield', 'area.roles', 'people'],
  ['keys', 'key', 'area.keys', 'people'],
  ['sso', 'lock', 'area.sso', 'people'],
  ['audit', 'history', 'area.audit', 'system'],
  ['deliveries', 'send', 'area.deliveries', 'system'],
  ['backups', 'database', 'area.backups', 'system'],
  ['email', 'mail', 'area.email', 'system'],
  ['status', 'activity', 'area.status', 'system'],
  ['api', 'code', 'area.api', 'system'],
]

/** The default order of groups. */
const FIRST = 0
const BETWEEN = 50
const LAST = 100

/** Collections that have pages of their own. */
const OWN_PAGES = ['media', 'media-folders', 'users', 'api-keys']

/** The areas that this user may open, in menu order, but those that are left out. Groups without entries are left out as well. */
export function areas(app: App, leftOut: readonly string[] = []): Group[] {
  const { schema } = app
  if (!schema) return []
  const menu = new Menu(app, leftOut)
  for (const entity of schema.collections.filter(({ slug, may }) => !OWN_PAGES.includes(slug) && may.read))
    menu.add(entity.admin.group ?? 'content', {
      label: app.label(entity.labels.plural, humanized(entity.slug)),
      icon: entity.icon,
      to: `c/${entity.slug}`,
      ...(entity.admin.count !== false && { counts: entity.slug }),
    })
  if (app.collection('media')?.may.read) menu.add('content', { label: app.t('area.media'), icon: 'image', to: 'media', counts: 'media' })
  for (const entity of schema.globals.filter(({ may }) => may.read))
    menu.add(entity.admin.group ?? 'site', {
      label: app.label(entity.labels.singular, humanized(entity.slug)),
      icon: entity.icon,
      to: `g/${entity.slug}`,
    })
  for (const page of schema.pages)
    if (page.group !== false)
      menu.add(page.group || 'content', { label: app.label(page.label, page.path), icon: page.icon, to: `p/${page.path}` })
  if (app.collection('users')?.may.read) menu.add('people', { label: app.t('area.users'), icon: 'users', to: 'c/users', counts: 'users' })
  for (const [view, icon, key, group] of SYSTEM)
    if (schema.views.includes(view)) menu.add(group, { label: app.t(key), icon, to: `system/${view}` })
  return menu.groups()
}

/** Places that say nothing to somebody who only reads: the menu is clearer without them, and the palette finds them. */
export function needless(app: App, counts: Readonly<Record<string, number>> | undefined): string[] {
  const { collections, globals } = app.known
  const contents = [...collections, ...globals].filter(({ slug }) => slug !== 'users' && slug !== 'api-keys')
  const writes = contents.some(({ may }) => may.create || may.update || may.delete || may.publish)
  // Without others to see, one's own account is at the foot of the menu.
  const isAlone = !app.collection('users')?.may.create && (counts?.['users'] ?? 1) === 1
  return [...(writes ? [] : ['system/keys', 'system/api']), ...(isAlone ? ['c/users'] : [])]
}

class Menu {
  readonly #leftOut: readonly string[]
  readonly #top: (Group & { order: number })[]

  constructor(app: App, leftOut: readonly string[]) {
    this.#leftOut = leftOut
    const built = (id: string, key: Key, order: number, children: Group[] = []) => ({ ...groupOf(id, app.t(key)), order, children })
    const lower = [groupOf('site', app.t('area.site')), groupOf('people', app.t('area.people')), groupOf('system', app.t('area.system'))]
    this.#top = [built('content', 'area.content', FIRST), built('settings', 'area.settings', LAST, lower)]
    for (const group of app.known.nav) this.#declare(app, group)
  }

  /** Adds a group from the configuration, or changes the label, order and children of a built-in one. */
  #declare(app: App, { id, label, icon, order, children = [] }: NavGroup): void {
    const says = { label: app.label(label, id), ...(icon !== undefined && { icon }), ...(order !== undefined && { order }) }
    const known = this.#find(id) ?? this.#added(id)
    Object.assign(known, says)
    for (const child of [...children].sort((a, b) => (a.order ?? BETWEEN) - (b.order ?? BETWEEN))) {
      const shown = { label: app.label(child.label, child.id), ...(child.icon !== undefined && { icon: child.icon }) }
      const there = known.children.find((one) => one.id === child.id)
      if (there) Object.assign(there, shown)
      else known.children.push({ ...groupOf(child.id, child.id), ...shown })
    }
  }

  /** Adds an entry to the group with this id, which is created if needed. */
  add(wanted: string, entry: Entry): void {
    if (this.#leftOut.includes(entry.to)) return
    const group = this.#find(wanted) ?? this.#added(wanted)
    group.entries.push(entry)
  }

  groups(): Group[] {
    return this.#top
      .sort((a, b) => a.order - b.order)
      .map((group) => ({ ...group, children: group.children.filter(({ entries }) => entries.length > 0) }))
      .filter(({ entries, children }) => entries.length + children.length > 0)
  }

  #find(id: string): Group | undefined {
    return this.#top.flatMap((group) => [group, ...group.children]).find((group) => group.id === id)
  }

  #added(id: string): Group {
    const group = { ...groupOf(id, id), order: BETWEEN }
    this.#top.push(group)
    return group
  }
}

const groupOf = (id: string, label: string): Group => ({ id, label, entries: [], children: [] })

/** All entries, each with the label of its group. */
export const entriesOf = (app: App): (Entry & { group: string })[] =>
  areas(app).flatMap((group) =>
    [group, ...group.children].flatMap(({ label, entries }) => entries.map((entry) => ({ ...entry, group: label }))),
  )

/** The label of the current place, for the window title. */
export function titleAt(app: App, [first = '', second = '']: readonly string[]): string {
  const to = ['c', 'g', 'p', 'system'].includes(first) ? `${first}/${second}` : first
  if (to === 'account') return app.t('account')
  return entriesOf(app).find((entry) => entry.to === to)?.label ?? ''
}
