/** What a document with rows, blocks and a group in two languages must be after each step: the model of `nested-states.test.ts`. */

export const LOCALES = ['en', 'th'] as const
export type Locale = (typeof LOCALES)[number]
export type Text = string | null
export type Words = Record<Locale, Text>
/** One locale's value; with every locale, some of them. */
export type GivenText = Text | Partial<Words>

export interface Part {
  id: string
  name: Words
  size: Text
}

export interface Row {
  id: string
  label: Words
  url: Text
  secret: Text
  parts: Part[]
}

export interface Block {
  id: string
  blockType: 'quote' | 'rule'
  text: Words
  by: Text
}

export interface Link {
  id: string
  url: Text
}

export interface Content {
  title: Words
  note: Text
  seo: { description: Words; keyword: Text }
  rows: Row[]
  links: Record<Locale, Link[]>
  blocks: Block[]
  code: Text
}

/** What a request says. Entries without an id are new, and so are those whose id another one before them has. */
export interface Change {
  title?: GivenText
  note?: Text
  seo?: { description?: GivenText; keyword?: Text }
  rows?: { id?: string; label?: GivenText; url?: Text; parts?: { id?: string; name?: GivenText; size?: Text }[] }[]
  links?: { url: Text }[] | Partial<Record<Locale, { url: Text }[]>>
  blocks?: { id?: string; blockType: 'quote' | 'rule'; text?: GivenText; by?: Text }[]
}

/** Stands for the id that the CMS gives to a new entry. */
export const NEW = 'new'

const EMPTY: Words = { en: null, th: null }
export const nothing: Content = {
  title: EMPTY,
  note: null,
  seo: { description: EMPTY, keyword: null },
  rows: [],
  links: { en: [], th: [] },
  blocks: [],
  code: null,
}

/** The content after a change in one locale, or in all of them. */
export function changed(content: Content, change: Change, locale: Locale | 'all'): Content {
  const after = structuredClone(content)
  if (change.title !== undefined) after.title = words(after.title, change.title)
  if (change.note !== undefined) after.note = change.note
  if (change.seo?.description !== undefined) after.seo.description = words(after.seo.description, change.seo.description)
  if (change.seo?.keyword !== undefined) after.seo.keyword = change.seo.keyword
  if (change.rows)
    after.rows = distinct(change.rows).map((row) => {
      const before = content.rows.find(({ id }) => id === row.id)
      return {
        id: row.id ?? NEW,
        label: words(before?.label, row.label),
        url: row.url ?? null,
        secret: before?.secret ?? null,
        parts: distinct(row.parts ?? []).map((part) => ({
          id: part.id ?? NEW,
          name: words(((before && partIn(before, part.id)) ?? moved(part.id))?.name, part.name),
          size: part.size ?? null,
        })),
      }
    })
  if (Array.isArray(change.links)) after.links[locale as Locale] = change.links.map(({ url }) => ({ id: NEW, url }))
  else
    for (const [each, links] of Object.entries(change.links ?? {})) after.links[each as Locale] = links.map(({ url }) => ({ id: NEW, url }))
  if (change.blocks)
    after.blocks = distinct(change.blocks).map((block) => {
      const before = content.blocks.find(({ id, blockType }) => id === block.id && blockType === block.blockType)
      return { id: block.id ?? NEW, blockType: block.blockType, text: words(before?.text, block.text), by: block.by ?? null }
    })
  return after

  /** A part may come from another row. */
  function moved(id: string | undefined): Part | undefined {
    return content.rows.map((row) => partIn(row, id)).find((part) => part !== undefined)
  }

  /** An entry of a list that leaves a value out empties it: in the locale of the request, or in all. */
  function words(before: Words = EMPTY, value?: GivenText): Words {
    if (locale === 'all') return value === undefined ? EMPTY : { ...before, ...(value as Partial<Words>) }
    return { ...before, [locale]: value ?? null }
  }
}

const partIn = ({ parts }: Row, id: string | undefined): Part | undefined => parts.find((part) => part.id === id)

function distinct<T extends { id?: string }>(entries: readonly T[]): T[] {
  return entries.map((entry, at) => (entries.slice(0, at).some(({ id }) => id === entry.id) ? { ...entry, id: NEW } : entry))
}

/** The content with what it hides as another one has it. */
export function hidingAs(content: Content, other: Content): Content {
  const after = structuredClone(content)
  after.code = other.code
  for (const row of after.rows) row.secret = other.rows.find(({ id }) => id === row.id)?.secret ?? null
  return after
}

export const looksAlike = (one: Content, other: Content): boolean =>
  JSON.stringify(hidingAs(one, nothing)) === JSON.stringify(hidingAs(other, nothing))

/** New entries take the ids that the CMS gave them. */
export function named(content: Content, stored: Content): Content {
  const after = structuredClone(content)
  const give = (mine: { id: string }[], theirs: readonly { id: string }[] | undefined) => {
    for (const [at, one] of mine.entries()) if (one.id === NEW) one.id = theirs?.[at]?.id ?? NEW
  }
  give(after.rows, stored.rows)
  for (const [at, row] of after.rows.entries()) give(row.parts, stored.rows[at]?.parts)
  for (const locale of LOCALES) give(after.links[locale], stored.links[locale])
  give(after.blocks, stored.blocks)
  return after
}

/** A document as the API answers it with every locale, as content. Empty texts are none. */
export function contentOf(doc: Record<string, any>): Content {
  const text = (value: unknown): Text => (value === undefined || value === '' ? null : (value as Text))
  const both = (value: Partial<Words> | null | undefined): Words => ({ en: text(value?.en), th: text(value?.th) })
  const links = (value: Link[] | undefined) => (value ?? []).map(({ id, url }) => ({ id, url: text(url) }))
  return {
    title: both(doc['title']),
    note: text(doc['note']),
    seo: { description: both(doc['seo'].description), keyword: text(doc['seo'].keyword) },
    rows: doc['rows'].map((row: any) => ({
      id: row.id,
      label: both(row.label),
      url: text(row.url),
      secret: text(row.secret),
      parts: row.parts.map((part: any) => ({ id: part.id, name: both(part.name), size: text(part.size) })),
    })),
    links: { en: links(doc['links'].en), th: links(doc['links'].th) },
    blocks: doc['blocks'].map((block: any) => ({
      id: block.id,
      blockType: block.blockType,
      text: both(block.text),
      by: text(block.by),
    })),
    code: text(doc['code']),
  }
}
