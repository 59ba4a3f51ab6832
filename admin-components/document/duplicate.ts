/** Duplicates a document. Where values must be unique, generates a new text for the copy or asks for a value. */
import { ApiError } from '../../client/api-error.ts'
import type { Page } from '../app/client.ts'
import type { Field } from '../app/schema.ts'
import './action-texts.ts'
import { askForCopy } from './copy-question.ts'
import { Copying } from './copying.ts'
import type { DocumentHost } from './document-host.ts'
import { duplicated, type Whole } from './duplicated.ts'
import type { Form } from './form.ts'
import type { Values } from './values.ts'

/** How many numbered copies of a text to look for. */
const MOST_COPIES = 20

export async function duplicate(host: DocumentHost, form: Form): Promise<void> {
  const copying = Copying.of(host, host.app.client, form.path, form.entity, form.locale !== undefined)
  try {
    // Copied rows have their other languages only after a save.
    await form.settle()
    const whole = await wholeOf(host, form)
    const copy = await withOwnTexts(host, form, copying, duplicated(form.entity.fields, form.values, whole), whole)
    const id = await create(host, form, copying, copy)
    copying.end(host)
    if (id === undefined) return
    host.app.say(host.t('duplicated'))
    await host.app.router.go(`c/${form.entity.slug}/${id}`)
  } catch (error) {
    copying.end(host, error)
    host.app.say(host.app.explain(error), 'bad')
  }
}

async function wholeOf({ app }: DocumentHost, { entity, path, locale }: Form): Promise<Whole | undefined> {
  if (locale === undefined) return undefined
  return { locale, stored: await app.client.get(path, { depth: 0, locale: 'all', ...(entity.drafts && { draft: true }) }) }
}

/** Resolves to undefined if the user closed the question about the copy's values. */
async function create(host: DocumentHost, form: Form, copying: Copying, copy: Values): Promise<number | undefined> {
  const values = Object.fromEntries(Object.entries(copy).filter(([, value]) => value !== null))
  try {
    return await copying.send(values)
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 400)) throw error
    const answers = await askForCopy(host, form, copy, error)
    return answers && create(host, form, copying, { ...copy, ...answers })
  }
}

/** Marks the title as a copy. Also changes other texts that are both unique and required. */
async function withOwnTexts(host: DocumentHost, form: Form, copying: Copying, copy: Values, whole: Whole | undefined): Promise<Values> {
  const { fields, title } = form.entity
  const own = { ...copy }
  for (const field of fields.filter((field) => field.name === title || (isText(field) && field.unique && field.required))) {
    const { name } = field
    const isInEachLocale = field.localized && whole
    const values = isInEachLocale ? { ...whole.stored[name], [whole.locale]: form.values[name] } : form.values[name]
    own[name] = await mapTexts(values, (text, locale) =>
      copying.once(JSON.stringify([name, locale, text]), () => ownText(host, form, field, text, locale)),
    )
  }
  return own
}

const isText = ({ type, base }: Field): boolean => ['text', 'textarea'].includes(base ?? type)

/** Maps a text in one language, or the same text in every language. */
async function mapTexts(values: unknown, map: (text: string, locale?: string) => Promise<string>): Promise<unknown> {
  if (typeof values === 'string') return values === '' ? values : map(values)
  if (typeof values !== 'object' || values === null) return values
  const words = Object.entries(values).map(async ([locale, text]) => [
    locale,
    typeof text === 'string' && text !== '' ? await map(text, locale) : text,
  ])
  return Object.fromEntries(await Promise.all(words))
}

async function ownText(host: DocumentHost, form: Form, field: Field, text: string, locale?: string): Promise<string> {
  const { slug, drafts, title } = form.entity
  const asCode = field.name !== title && !/\s/.test(text)
  const copied = (copies: number) => cut(field, text, ending(host, asCode, copies))
  const first = copied(1)
  if (!field.unique) return first
  const texts = [first, ...Array.from({ length: MOST_COPIES - 1 }, (_, index) => copied(index + 2))]
  const query = {
    where: { [field.name]: { in: texts } },
    select: field.name,
    depth: 0,
    limit: MOST_COPIES,
    count: false,
    ...(locale !== undefined && { locale, 'fallback-locale': false }),
    ...(drafts && { draft: true }),
  }
  // If the request fails, or other documents are hidden from the user, the save reports which values are taken.
  const { docs } = await host.app.client.get<Pick<Page<Values>, 'docs'>>(`/${slug}`, query).catch(() => ({ docs: [] }))
  const taken = docs.map((doc) => doc[field.name])
  return texts.find((one) => !taken.includes(one)) ?? first
}

/** A code gets `-2`; text gets words. */
function ending(host: DocumentHost, asCode: boolean, copies: number): string {
  if (asCode) return `-${copies + 1}`
  return copies === 1 ? host.t('duplicate.ending') : host.t('duplicate.endings', { copies })
}

const cut = ({ maxLength = Number.POSITIVE_INFINITY }: Field, text: string, end: string): string =>
  text.slice(0, Math.max(0, maxLength - end.length)) + end
