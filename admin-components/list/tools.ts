/** The row of controls above a list: search, filter, order, columns, saved views, look and language. Tested by test/admin-components/filters.test.ts. */
import { html, nothing, type TemplateResult } from 'lit'
import { recall, remember } from '../app/app.ts'
import { localeName } from '../app/locale-name.ts'
import type { Entity } from '../app/schema.ts'
import { icon } from '../parts/icon.ts'
import { loadFor } from '../parts/later.ts'
import { lookSwitch } from '../parts/look-switch.ts'
import type { Item } from '../parts/menu.ts'
import { narrowTools } from '../parts/narrow-tools.ts'
import { searchField } from '../parts/search.ts'
import { formatOf } from '../texts/formats.ts'
import { humanized } from '../texts/texts.ts'
import { columnLabel, columnsOf } from './columns.ts'
import type { ListHost } from './list-host.ts'
import { localeIn, lookOf, searchedFields, showsTrash, sortIn } from './query.ts'
import type { SavedViews } from './saved-views.ts'
import { conditionsIn, filterFrom } from './where.ts'

const SIZES = [10, 25, 50, 100]
/** How many of the searched fields are named. */
const NAMED = 3

/** The height of rows. */
export const isCompact = (): boolean => recall('rows') === 'compact'

export function tools(host: ListHost, entity: Entity, views: SavedViews, typed: (event: InputEvent) => void): TemplateResult {
  const count = conditionsIn(filterFrom(host.query.get('filter'))).length
  const view = views.nameOf(entity)
  return html`
    <div class="tools">
      ${searchField(host, typed, undefined, hintOf(host, entity))}
      <button
        aria-label=${count > 0 ? `${host.t('filter')} ${count}` : host.t('filter')}
        aria-expanded=${host.filters}
        title=${host.t('filter')}
        @click=${() => (host.filters = !host.filters)}>
        ${icon('filter')}<span class="wide-only roomy">${host.t('filter')}</span>${count > 0 ? html`<span class="badge accent">${count}</span>` : nothing}
      </button>
      ${narrowTools(
        host,
        html`
      ${order(host, entity)} ${menu(host, 'columns', 'sliders-horizontal', columnItems(host, entity))}
      <cms-menu
        .label=${view === undefined ? host.t('views') : `${host.t('views')}: ${view}`}
        look=""
        .face=${html`${icon('bookmark')}<span class=${view === undefined ? 'roomy' : 'clip'}>${view ?? host.t('views')}</span>`}
        .items=${views.items(entity)}></cms-menu>
      ${lookSwitch(host, lookOf(entity, host.query), (look) => {
        remember(`view:${entity.slug}`, look)
        host.go({ view: look === 'cards' ? 'cards' : undefined, page: undefined })
      })}
      ${entity.localized ? locales(host) : nothing}
      `,
      )}
      <cms-menu .label=${host.t('more')} look="icon-only" .face=${icon('ellipsis')} .items=${moreItems(host, entity)}></cms-menu>
    </div>
  `
}

/** Names the fields that are searched, since no other column is. */
function hintOf(host: ListHost, entity: Entity): string {
  const names = searchedFields(entity).map(({ label, name }) => host.app.label(label, humanized(name)))
  if (names.length === 0) return host.t('search')
  const what = names.length > NAMED ? [...names.slice(0, NAMED), '…'] : names
  return host.t('search.in', { what: what.join(', ') })
}

const menu = (host: ListHost, key: 'columns', face: string, items: Item[]): TemplateResult => html`
  <cms-menu .label=${host.t(key)} look="" .face=${html`${icon(face)}<span class="roomy">${host.t(key)}</span>`} .items=${items}></cms-menu>
`

/** Says what the list is sorted by, also where no column heading shows it. */
function order(host: ListHost, entity: Entity): TemplateResult {
  const [now = ''] = sortIn(entity, host.query)?.split(',') ?? []
  const isDown = now.startsWith('-')
  const name = isDown ? now.slice(1) : now
  const columns = columnsOf(entity).filter(({ sorts }) => sorts)
  const column = columns.find((one) => one.name === name)
  const isTrash = showsTrash(entity, host.query)
  const otherwise = host.t(isTrash ? 'trash.deleted' : 'order')
  const label = column ? columnLabel(host, column) : name || otherwise
  const sort = (by: string | undefined) => host.go({ sort: by, page: undefined })
  const direction = (down: boolean): Item => ({
    label: host.t(down ? 'sort.down' : 'sort.up'),
    icon: down ? 'arrow-down' : 'arrow-up',
    isOn: isDown === down,
    run: () => sort(down ? `-${name}` : name),
  })
  return html`
    <cms-menu
      .label=${host.t('sort.by', { what: label })}
      look=""
      .face=${html`${icon(isDown || (name === '' && isTrash) ? 'arrow-down' : name === '' ? 'list-ordered' : 'arrow-up')}<span class="clip">${label}</span>`}
      .items=${[
        ...(entity.orderable || isTrash ? [{ label: otherwise, isOn: name === '', run: () => sort(undefined) }] : []),
        ...columns.map((one) => ({
          label: columnLabel(host, one),
          isOn: one.name === name,
          run: () => sort(`${isDown ? '-' : ''}${one.name}`),
        })),
        ...(name === '' ? [] : ['line' as const, direction(false), direction(true)]),
      ]}></cms-menu>
  `
}

const columnItems = (host: ListHost, entity: Entity): Item[] =>
  columnsOf(entity).map((column) => {
    const has = host.columns.includes(column.name)
    return {
      label: columnLabel(host, column),
      isSwitchedOn: has,
      staysOpen: true,
      run: () =>
        host.showColumns(
          entity,
          columnsOf(entity)
            .map(({ name }) => name)
            .filter((name) => (name === column.name ? !has : host.columns.includes(name))),
        ),
    }
  })

function moreItems(host: ListHost, entity: Entity): (Item | 'line' | { heading: string })[] {
  const isTrash = showsTrash(entity, host.query)
  const rows = (look: 'comfortable' | 'compact'): Item => ({
    label: host.t(`rows.${look}`),
    isOn: isCompact() === (look === 'compact'),
    run: () => {
      remember('rows', look)
      host.requestUpdate()
    },
  })
  return [
    {
      label: host.t('list.csv'),
      icon: 'download',
      run: async () => (await loadFor(host, () => import('./csv.ts')))?.exportList(host, entity),
    },
    ...(entity.trash
      ? [
          {
            label: isTrash ? host.t('trash.leave') : host.t('trash'),
            icon: 'trash-2',
            ...(host.trashed !== undefined && !isTrash && { hint: formatOf(Intl.NumberFormat, host.app.language).format(host.trashed) }),
            run: () => host.go({ trash: isTrash ? undefined : 'true', page: undefined }),
          },
        ]
      : []),
    'line',
    rows('comfortable'),
    rows('compact'),
    'line',
    ...SIZES.map((size) => ({
      label: host.t('pages.size', { count: size }),
      isOn: String(host.found?.limit) === String(size),
      run: () => host.go({ limit: String(size), page: undefined }),
    })),
  ]
}

function locales(host: ListHost): TemplateResult {
  const { locales } = host.app
  const now = localeIn(host.app, host.query) ?? locales.default
  return html`
    <select
      aria-label=${host.t('locale')}
      class="locale"
      @change=${(event: Event) => host.go({ locale: (event.target as HTMLSelectElement).value })}>
      ${locales.all.map((locale) => html`<option value=${locale} .selected=${locale === now}>${localeName(host.app, locale)}</option>`)}
    </select>
  `
}
