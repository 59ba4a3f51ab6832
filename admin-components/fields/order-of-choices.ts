/** The order in which documents are offered to choose from, in all pickers. Tested by test/admin-components/related-documents.test.ts. */

import { bestTitleFirst } from '../../lib/title-rank.ts'
import { recall, remember } from '../app/app.ts'
import type { Doc } from '../app/doc.ts'
import type { Entity } from '../app/schema.ts'
import type { CmsElement } from '../element.ts'
import { titleOf } from '../parts/title.ts'
import { formatOf } from '../texts/formats.ts'

/**
 * By how well the title matches what was typed. Without words by title, if that is all there is; larger collections, files and those that
 * editors have put in order come as their list does.
 */
export function inOrder(host: CmsElement, entity: Entity, docs: readonly Doc[], { text, isAll }: { text: string; isAll: boolean }): Doc[] {
  const each = [...new Map(docs.map((doc) => [doc.id, doc])).values()]
  if (text !== '') return bestFirst(each, (doc) => titleOf(host, entity, doc), text)
  if (!isAll || entity.slug === 'media' || entity.orderable) return each
  const { compare } = formatOf(Intl.Collator, host.app.language, { numeric: true })
  return each.toSorted((one, other) => compare(titleOf(host, entity, one), titleOf(host, entity, other)))
}

function bestFirst(docs: readonly Doc[], nameOf: (doc: Doc) => string, text: string): Doc[] {
  const best = bestTitleFirst(text)
  return docs.toSorted((one, other) => best(nameOf(one), nameOf(other)))
}

/** How many of the documents that were chosen last are offered first. */
const RECENT = 5

export const recentlyChosen = ({ slug }: Entity): number[] => (recall(`chosen:${slug}`) ?? '').split(',').map(Number).filter(Boolean)

export function noteChosen(entity: Entity, docs: readonly Doc[]): void {
  const ids = new Set([...docs.map(({ id }) => id), ...recentlyChosen(entity)])
  remember(`chosen:${entity.slug}`, [...ids].slice(0, RECENT).join(','))
}
