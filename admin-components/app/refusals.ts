/** Says what the API refuses in the admin's language, by the code of the refusal and, for values, by its message. Loads with the first one.
 * Tested by test/admin-components/refusals.test.ts.
 */
import { ApiError, type Problem } from '../../client/api-error.ts'
import { enRefusals } from '../texts/en-refusals.ts'
import { enRichText } from '../texts/en-rich-text.ts'
import { addTexts, bytes, humanized, type Key, type Values } from '../texts/texts.ts'
import { thRefusals } from '../texts/th-refusals.ts'
import { thRichText } from '../texts/th-rich-text.ts'
import type { App } from './app.ts'

addTexts({ en: { ...enRefusals, ...enRichText }, th: { ...thRefusals, ...thRichText } })

/** The API's messages about values, with the places of what the text repeats. A message of the site's own code is in none of them. */
const MESSAGES: readonly [message: RegExp, key: Key][] = [
  [/^is required$/, 'code.REQUIRED'],
  [/^must be unique$/, 'code.UNIQUE'],
  [/^must be at least (?<n>-?[\d.e+]+)$/, 'refusal.atLeast'],
  [/^must be at most (?<n>-?[\d.e+]+)$/, 'refusal.atMost'],
  [/^must be at least (?<count>\d+) characters$/, 'refusal.atLeastCharacters'],
  [/^must be at most (?<count>\d+) characters$/, 'refusal.atMostCharacters'],
  [/^must be at most (?<count>\d+) bytes(?:, since it has an index)?$/, 'refusal.atMostBytes'],
  [/^must have at least (?<count>\d+) rows$/, 'refusal.atLeastRows'],
  [/^must have at most (?<count>\d+) rows$/, 'refusal.atMostRows'],
  [/^must be one of: (?<list>.*)$/s, 'refusal.oneOf'],
  [/^must be one of (?<count>\d+) names, which the documentation lists$/, 'refusal.oneOfMany'],
  [/^must be of the type: (?<list>.*)$/s, 'refusal.type'],
  [/^has (?:the type .*|contents of no known type); accepted are: (?<list>.*)$/s, 'refusal.type'],
  [/^has the type (?<found>\S+) instead of the announced \S+$/, 'refusal.otherType'],
  [/^is an SVG, which can contain scripts/, 'refusal.svg'],
  [/^is empty$/, 'refusal.emptyFile'],
  [/^must be a URL without a protocol, or with one of: (?<list>.*)$/s, 'refusal.protocol'],
  [/^has the wrong format$/, 'refusal.pattern'],
  [/^must be a valid date$/, 'refusal.date'],
  [/^must be a valid email address$/, 'refusal.email'],
  [/^must be lowercase letters, digits and hyphens$/, 'refusal.slug'],
  [/^must be a number$/, 'refusal.number'],
  [/^must be a number or text, not a BigInt$/, 'refusal.number'],
  [/^must be a whole number$/, 'refusal.wholeNumber'],
  [/^must be a string$/, 'refusal.text'],
  [/^must be true or false$/, 'refusal.yesOrNo'],
  [/^must be a list$/, 'refusal.listOf'],
  [/^must be an object$/, 'refusal.objectOf'],
  [/^(?:the number at '.*' )?must be between -\d+ and \d+, since larger numbers can't be stored exactly/s, 'refusal.inexact'],
  [/^must not contain NUL characters$|^must be well-formed Unicode$/, 'refusal.unreadable'],
  [/^can't be selected here$/, 'refusal.notAllowed'],
  [/^is larger than (?<size>\d+) bytes$/, 'refusal.tooLarge'],
  [/^there must be an active admin left$/, 'refusal.lastAdmin'],
  [/^must not be the folder itself or a folder inside it$/, 'refusal.folderInItself'],
  [/^This link is invalid, has expired or was already used$/, 'refusal.link'],
  [/^A backup is being made already$/, 'refusal.backupRunning'],
  [/^is wrong$/, 'refusal.setupCode'],
  [/^Invalid email or password$/, 'signIn.wrong'],
]

const NOT_IN_TEXT = /^this text may not contain '(\w+)'$|^'(\w+)' is not a (?:node|mark) that galley knows$/
const HEADING_LEVEL = /\.content\.\d+\.attrs\.level$/

/** Parts of rich text whose names differ from the keys of their translations. */
const IN_TEXTS: Readonly<Record<string, Key>> = {
  blockquote: 'text.quote',
  bulletList: 'text.list',
  heading: 'text.heading.level',
  horizontalRule: 'text.rule',
  orderedList: 'text.numbers',
  taskList: 'text.tasks',
}

export function inOwnWords({ field = '', message, code }: Problem, app: App): string {
  const [, kind, unknown] = NOT_IN_TEXT.exec(message) ?? []
  const inText = kind ?? unknown
  if (inText) return app.t('refusal.notInText', { what: nameInText(inText, app) })
  const levels = HEADING_LEVEL.test(field) && /^must be one of: (.*)$/.exec(message)?.[1]
  if (levels) return app.t('refusal.headingLevels', { list: levels })
  for (const [known, key] of MESSAGES) {
    const found = known.exec(message)
    if (found) return app.t(key, valuesIn(found.groups ?? {}, app))
  }
  const key = `code.${code ?? 'VALIDATION'}`
  return Object.hasOwn(enRefusals, key) ? app.t(key as Key, { message }) : message
}

function nameInText(type: string, app: App): string {
  const key = IN_TEXTS[type] ?? `text.${type}`
  return Object.hasOwn(enRichText, key) ? app.t(key as Key, { level: '' }).trim() : humanized(type)
}

function valuesIn({ n, count, size, ...words }: Readonly<Record<string, string>>, app: App): Values {
  return {
    ...words,
    ...(n !== undefined && { n: Number(n) }),
    ...(count !== undefined && { count: Number(count) }),
    ...(size !== undefined && { size: bytes(Number(size), app.language) }),
  }
}

/** The same error with the problems in the admin's words. */
export const translated = (error: ApiError, app: App): ApiError =>
  new ApiError(
    error.status,
    error.problems.map((problem) => ({ ...problem, message: inOwnWords(problem, app) })),
    { cause: error },
  )
