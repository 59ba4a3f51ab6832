/** A document with the unsaved values of a form; and access to its draft by a link. */
import type { Entity } from '../../../schema/model.ts'
import { type Actor, anonymous, Caller } from '../../actor.ts'
import { userById } from '../../auth/accounts.ts'
import { type Engine, Operation } from '../../engine.ts'
import { notFound } from '../../errors.ts'
import type { Address } from '../../local/address.ts'
import { type Call, viewOf } from '../../local/call.ts'
import type { Previewed } from '../../local/types.ts'
import { copying, inputObject } from '../../operations/admit.ts'
import { askToCreate } from '../../operations/ask-to-create.ts'
import { refuseTooManyEntries } from '../../operations/entries.ts'
import { releaseSlugs } from '../../operations/free-slug.ts'
import { keepShown } from '../../operations/given-back.ts'
import { limitLists } from '../../operations/limit-lists.ts'
import { merge, merging } from '../../operations/merge.ts'
import { receiveInTurns, takenFrom } from '../../operations/receive.ts'
import { dropUnwritable, fillDefaults, makeSlugs } from '../../operations/shape.ts'
import { formBefore, formOf } from '../../operations/snapshot.ts'
import { Pace } from '../../pace.ts'
import { DEFAULT_DEPTH, type View } from '../../query/view.ts'
import type { Doc } from '../../store/document.ts'
import { issuerActor, makeToken, type Opened, passFor } from './token.ts'

export async function showUnsaved(
  engine: Engine,
  caller: Caller,
  { entity, id }: Address,
  data: unknown,
  options: Call = {},
): Promise<Previewed> {
  const view = drafty(viewOf(engine, options, caller.actor))
  const form = engine.features.form(entity, view, 'change')
  const input = inputObject(data)
  const operation = await engine.reach({ editorial: true, entity: form, caller, view, input, ...(id !== undefined && { id }) })
  operation.doc = merge(operation.entity.fields, undefined, {})
  if (operation.scope === null) return { doc: await render(operation), url: null }
  const doc = await formed(operation, data)
  const token = await tokenFor(engine, caller, { entity: entity.slug, ...(operation.original?.meta && { id: operation.original.meta.id }) })
  return { doc, url: withToken(await addressOf(operation, doc), token) }
}

export async function showUnsavedNew(
  engine: Engine,
  caller: Caller,
  { entity }: Address,
  data: unknown,
  options: Call = {},
): Promise<Previewed> {
  const view = drafty(viewOf(engine, options, caller.actor))
  await askToCreate(engine, caller, entity, data, view)
  const operation = new Operation(engine, { name: 'create', entity: engine.features.form(entity, view, 'change'), caller, view })
  const doc = await formed(operation, data)
  return { doc, url: await addressOf(operation, doc) }
}

/** Editors see drafts in populated relations. */
const drafty = (view: View): View => ({ ...view, options: { ...view.options, draft: true } })

/** The form's values over the stored ones, including invalid ones. */
async function formed(operation: Operation, data: unknown): Promise<Doc> {
  const { entity } = operation
  operation.pace = new Pace()
  const pace = operation.pace
  refuseTooManyEntries(operation, inputObject(data))
  const given = (await pace.through(copying(data))) as Doc
  operation.data = await receiveInTurns(entity.fields, given, { takes: takenFrom(operation) }, pace)
  limitLists(operation)
  operation.refusals.throwIfAny()
  await pace.rest()
  await keepShown(operation)
  await dropUnwritable(operation)
  await fillDefaults(operation)
  await pace.rest()
  operation.doc = await pace.through(merging(entity.fields, operation.original?.doc, operation.data))
  operation.made = new Set()
  await makeSlugs(operation)
  releaseSlugs(operation)
  await pace.rest()
  const doc = await render(operation)
  await pace.rest()
  return doc
}

async function render(operation: Operation, view = operation.view): Promise<Doc> {
  const { name, engine, entity, caller, original } = operation
  const form = engine.features.form(engine.entity(entity.slug), view, 'read')
  const behind = name === 'create' ? undefined : () => formBefore(operation, form)
  const stored = { ...(original?.meta && { meta: original.meta }), doc: await formOf(operation, form), ...(behind && { behind }) }
  await operation.pace?.rest()
  return engine.reader.show(form, stored, caller, view)
}

/** The function gets the same fields, related documents and kind of locale, whatever the request asks for. */
async function addressOf(operation: Operation, shown: Doc): Promise<string | null> {
  const { engine, entity, view } = operation
  const make = entity.code.preview as ((facts: object) => unknown) | undefined
  if (!make) return null
  const { locale: given, ...options } = view.options
  const locale = given === undefined || given === 'all' ? engine.settings.localization?.defaultLocale : given
  const isShown = view.depth === DEFAULT_DEPTH && view.select === undefined && given !== 'all'
  const whole = { ...view, depth: DEFAULT_DEPTH, select: undefined, options: { ...options, ...(locale !== undefined && { locale }) } }
  const doc = isShown ? shown : await render(operation, whole)
  try {
    const url = await make({ doc, locale: locale ?? null })
    return typeof url === 'string' && url !== '' ? url : null
  } catch (error) {
    engine.settings.log.warn(`the preview address of '${entity.slug}' could not be made`, { error: (error as Error).message })
    return null
  }
}

/** Only a user with an account can delegate their rights to a link. */
async function tokenFor(engine: Engine, { actor }: Caller, opened: Opened): Promise<string | undefined> {
  if (actor.kind === 'system') return makeToken(engine, opened, null)
  const id = actor.user?.id
  return typeof id === 'number' && (await userById(engine, id)) ? makeToken(engine, opened, id) : undefined
}

function withToken(url: string | null, token: string | undefined): string | null {
  if (url === null || token === undefined) return url
  const hash = url.includes('#') ? url.slice(url.indexOf('#')) : ''
  const address = url.slice(0, url.length - hash.length)
  return `${address}${address.includes('?') ? '&' : '?'}preview=${token}${hash}`
}

export async function createPreviewToken(engine: Engine, caller: Caller, { entity, id }: { entity: Entity; id?: number }): Promise<string> {
  const { original } = await engine.reach({ editorial: true, entity, caller, ...(id !== undefined && { id }) })
  const token = await tokenFor(engine, caller, { entity: entity.slug, ...(original?.meta && { id: original.meta.id }) })
  if (token === undefined) throw notFound('Only who has an account can make a preview token')
  return token
}

/** A visitor who holds a link. The issuer's rights are checked in the context of the requesting handle. */
export async function previewActor(engine: Engine, { context }: Caller, token: unknown): Promise<Actor> {
  return { ...anonymous, pass: await passFor(engine, token, (issuer) => new Caller(issuerActor(issuer, engine), context)) }
}
