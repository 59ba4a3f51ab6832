/** Saves a list as a CSV file that spreadsheets open without evaluating formulas. Tested by test/admin-components/pages.test.ts. */

import type { Page } from '../app/client.ts'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import { columnLabel, columnsOf } from './columns.ts'
import type { ListHost } from './list-host.ts'
import { draftsFor, questionOf, showsTrash } from './query.ts'
import { findPending, stateOf } from './state.ts'

/** Exports the shown columns of all pages. */
export async function exportList(host: ListHost, entity: Entity): Promise<void> {
  const { app, query } = host
  const columns = columnsOf(entity).filter(({ name }) => host.columns.includes(name))
  const lines: unknown[][] = [columns.map((column) => columnLabel(host, column))]
  const drafts = await draftsFor(app, entity, query)
  const question = questionOf(app, entity, query, host.columns, drafts)
  for (let page = 1; ; page++) {
    const found = await app.client.get<Page<Doc>>(`/${entity.slug}`, { ...question, page, limit: 100 })
    await findPending(app, entity, found.docs, { trash: showsTrash(entity, query) })
    for (const doc of found.docs) lines.push(columns.map(({ name }) => (name === 'status' ? stateOf(doc) : doc[name])))
    if (!found.hasNextPage) break
  }
  saveAsCsv(entity.slug, lines)
}

function saveAsCsv(name: string, lines: readonly (readonly unknown[])[]): void {
  const text = lines.map((line) => line.map((value) => quoted(plain(value))).join(',')).join('\r\n')
  const address = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv' }))
  Object.assign(document.createElement('a'), { href: address, download: `${name}.csv` }).click()
  URL.revokeObjectURL(address)
}

function plain(value: Doc[string]): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(plain).join('; ')
  return typeof value === 'object' ? String(value.title ?? value.name ?? value.id ?? JSON.stringify(value)) : String(value)
}

/** Puts an apostrophe before text that a spreadsheet would evaluate as a formula. */
const quoted = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
