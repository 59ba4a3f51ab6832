/** Says what the API refuses in the admin's language, by the reason of the refusal, or else by its code. Loads with the first one.
 * Tested by test/admin-components/refusals.test.ts.
 */
import { ApiError, type Problem } from '../../client/api-error.ts'
import type { Reason } from '../../schema/reasons.ts'
import { enRefusals } from '../texts/en-refusals.ts'
import { enRichText } from '../texts/en-rich-text.ts'
import { addTexts, bytes, humanized, type Key, type Values } from '../texts/texts.ts'
import { thRefusals } from '../texts/th-refusals.ts'
import { thRichText } from '../texts/th-rich-text.ts'
import type { App } from './app.ts'
import { fieldName } from './field-name.ts'
import { contentsIn, fileType } from './file-types.ts'

addTexts({ en: { ...enRefusals, ...enRichText }, th: { ...thRefusals, ...thRichText } })

type Mentioned = NonNullable<Problem['values']>

/** Reasons whose sentence depends on nothing but its values. Those about languages only reach programs. */
const TEXTS: Readonly<Record<Exclude<Reason, Chosen | ForPrograms>, Key>> = {
  required: 'code.REQUIRED',
  unique: 'code.UNIQUE',
  'not-whole': 'refusal.wholeNumber',
  'not-exact': 'refusal.inexact',
  pattern: 'refusal.pattern',
  min: 'refusal.atLeast',
  max: 'refusal.atMost',
  'min-length': 'refusal.atLeastCharacters',
  'max-length': 'refusal.atMostCharacters',
  'max-bytes': 'refusal.atMostBytes',
  'min-rows': 'refusal.atLeastRows',
  'max-rows': 'refusal.atMostRows',
  'one-of': 'refusal.oneOf',
  'no-such-document': 'code.NO_SUCH_TARGET',
  'not-selectable': 'refusal.notAllowed',
  nul: 'refusal.unreadable',
  'lone-surrogate': 'refusal.unreadable',
  'not-in-text': 'refusal.notInText',
  'unknown-in-text': 'refusal.notInText',
  'heading-level': 'refusal.headingLevels',
  'unsafe-url': 'refusal.protocol',
  'file-empty': 'refusal.emptyFile',
  'file-too-large': 'refusal.tooLarge',
  'file-type': 'refusal.type',
  'file-in-use': 'refusal.inUse',
  'file-svg': 'refusal.svg',
  'file-differs': 'refusal.otherType',
  'folder-in-itself': 'refusal.folderInItself',
  'last-admin': 'refusal.lastAdmin',
  'wrong-credentials': 'signIn.wrongEmail',
  'wrong-password': 'refusal.password',
  'wrong-code': 'refusal.setupCode',
  'too-many': 'refusal.tooMany',
  'set-up-done': 'refusal.setUpDone',
  'link-over': 'refusal.link',
  'backup-running': 'refusal.backupRunning',
}

type Chosen = 'wrong-type' | 'format'
type ForPrograms = 'unknown-locale' | 'every-locale' | 'one-locale'

/** By the type that the value should have. */
const OF_TYPE: Readonly<Record<string, Key>> = {
  string: 'refusal.text',
  number: 'refusal.number',
  boolean: 'refusal.yesOrNo',
  array: 'refusal.listOf',
  object: 'refusal.objectOf',
}

/** Formats of the site's own field types have their own message. */
const OF_FORMAT: Readonly<Record<string, Key>> = { 'date-time': 'refusal.date', email: 'refusal.email', slug: 'refusal.slug' }

/** Parts of rich text whose names differ from the keys of their translations. */
const IN_TEXTS: Readonly<Record<string, Key>> = {
  blockquote: 'text.quote',
  bulletList: 'text.list',
  heading: 'text.heading.level',
  horizontalRule: 'text.rule',
  orderedList: 'text.numbers',
  taskList: 'text.tasks',
}

/** Messages of the site's code stay as they are. */
export function inOwnWords({ message, code, reason = '', values = {} }: Problem, app: App): string {
  const key = textOf(reason, values)
  if (key) return app.t(key, wordsFor(values, app))
  const general = `code.${code ?? 'VALIDATION'}`
  return Object.hasOwn(enRefusals, general) ? app.t(general as Key, { message }) : message
}

function textOf(reason: string, { type, format, example, fields }: Mentioned): Key | undefined {
  if (reason === 'wrong-type') return own(OF_TYPE, type)
  if (reason === 'format') return own(OF_FORMAT, format)
  if (reason === 'pattern' && example !== undefined) return 'refusal.patternLike'
  if (reason === 'file-in-use' && fields !== undefined) return 'refusal.inUseIn'
  return own(TEXTS, reason)
}

const own = (texts: Readonly<Record<string, Key>>, name: unknown): Key | undefined =>
  typeof name === 'string' && Object.hasOwn(texts, name) ? texts[name] : undefined

/** The places of the texts, from what the API's sentence mentions. */
function wordsFor({ limit, minutes, options, levels, protocols, types, found, fields, type, example }: Mentioned, app: App): Values {
  const list = options ?? levels ?? protocols ?? (Array.isArray(types) ? types.map((one) => fileType(String(one), app)) : undefined)
  return {
    ...(typeof limit === 'number' && { n: limit, count: limit, size: bytes(limit, app.language) }),
    ...(typeof minutes === 'number' && { count: minutes }),
    ...(Array.isArray(list) && { list: list.join(', ') }),
    ...(typeof found === 'string' && { found: contentsIn(found, app) }),
    ...(Array.isArray(fields) && { places: fields.map((one) => placeName(String(one), app)).join(', ') }),
    ...(typeof example === 'string' && { example }),
    ...(typeof type === 'string' && { what: nameInText(type, app) }),
  }
}

/** `Posts › Cover` for `posts.cover`. */
function placeName(place: string, app: App): string {
  const [slug = '', ...path] = place.split('.')
  const entity = app.collection(slug) ?? app.entity('global', slug)
  return [
    app.label(entity?.kind === 'global' ? entity.labels.singular : entity?.labels.plural, humanized(slug)),
    fieldName(app, entity?.fields ?? [], path.join('.')),
  ].join(' › ')
}

function nameInText(type: string, app: App): string {
  const key = IN_TEXTS[type] ?? `text.${type}`
  return Object.hasOwn(enRichText, key) ? app.t(key as Key, { level: '' }).trim() : humanized(type)
}

/** The same error with the problems in the admin's words. */
export const translated = (error: ApiError, app: App): ApiError =>
  new ApiError(
    error.status,
    error.problems.map((problem) => {
      const key = ofProxy(error, problem)
      return { ...problem, message: key ? app.t(key) : inOwnWords(problem, app) }
    }),
    { cause: error },
  )

/** A proxy in front of the site answers with its own page, of which only the status is known. */
function ofProxy({ status }: ApiError, { message, code }: Problem): Key | undefined {
  if (code !== undefined || !message.startsWith(String(status))) return undefined
  if (status === 413) return 'refusal.tooLargeForProxy'
  if (status >= 502 && status <= 504) return 'error.offline'
  return status >= 500 ? 'error.server' : undefined
}
