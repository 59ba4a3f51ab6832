/** Why a value is refused: a name for programs, what the sentence mentions, and the sentence. Tested by test/schema/reasons.test.ts. */
import { TEXT_REASONS } from '../lib/rich-text/reasons.ts'
import { messages } from './messages.ts'

type Limit = { limit: number }

const KINDS = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
} as const

const { required, ...inTexts } = TEXT_REASONS

/** Every reason, with what its sentence mentions. */
export const REASONS = {
  required,
  unique: () => messages.unique,
  'wrong-type': ({ type }: { type: keyof typeof KINDS }) => messages.mustBe(KINDS[type] ?? `a ${type}`),
  'not-whole': () => messages.mustBe('a whole number'),
  'not-exact': () => messages.inexactNumber,
  format: ({ format }: { format: string }) => messages.mustBe(`a valid ${format}`),
  pattern: ({ example }: { pattern: string; example?: string }) => (example === undefined ? messages.noPattern : messages.notLike(example)),
  min: ({ limit }: Limit) => messages.atLeast(limit),
  max: ({ limit }: Limit) => messages.atMost(limit),
  'min-length': ({ limit }: Limit) => messages.atLeastCharacters(limit),
  'max-length': ({ limit }: Limit) => messages.atMostCharacters(limit),
  'max-bytes': ({ limit }: Limit) => messages.atMostBytes(limit),
  'min-rows': ({ limit }: Limit) => messages.atLeastRows(limit),
  'max-rows': ({ limit }: Limit) => messages.atMostRows(limit),
  'one-of': ({ options }: { options: readonly string[] }) => messages.oneOf(options),
  'no-such-document': ({ collection, id }: { collection: string; id: number }) => messages.doesNotExist(collection, id),
  'not-selectable': () => messages.notAllowed,
  nul: () => messages.noNul,
  'lone-surrogate': () => messages.loneSurrogate,
  'unknown-locale': ({ locale, locales }: { locale: string; locales: readonly string[] }) => messages.noSuchLocale(locale, locales),
  'every-locale': ({ locale }: { locale: string }) => messages.everyLocale(locale),
  'one-locale': () => messages.oneLocale,
  ...inTexts,
  'file-empty': () => 'is empty',
  'file-too-large': ({ limit }: Limit) => `is larger than ${limit} bytes`,
  'file-type': ({ types, found }: { types: readonly string[]; found?: string }) =>
    `has ${found === undefined ? 'contents of no known type' : `the type ${found}`}; accepted are: ${types.join(', ')}`,
  'file-in-use': ({ found, fields }: { types: readonly string[]; found: string; fields?: readonly string[] }) =>
    `has the type ${found}, which ${fields === undefined ? 'fields that hold the present file' : fields.join(', ')} would refuse`,
  'file-svg': () => "is an SVG, which can contain scripts; to accept it, add 'image/svg+xml' to upload.mimeTypes",
  'file-differs': ({ found, announced }: { found: string; announced: string }) =>
    `has the type ${found} instead of the announced ${announced}`,
  'folder-in-itself': () => 'must not be the folder itself or a folder inside it',
  'last-admin': () => 'there must be an active admin left',
  'wrong-credentials': () => 'Invalid email or password',
  'wrong-password': () => 'is wrong',
  'wrong-code': () => 'is wrong',
  'too-many': ({ what, minutes }: { what: string; minutes: number }) => messages.tooMany(what, minutes),
  'set-up-done': () => 'There are users already; sign in instead',
  'link-over': () => 'This link is invalid, has expired or was already used',
  'backup-running': () => 'A backup is being made already',
} as const

type Reasons = typeof REASONS
export type Reason = keyof Reasons

/** The values that a sentence names. */
export type ReasonValues = Readonly<Record<string, string | number | readonly (string | number)[]>>

/** Part of a refusal. */
export interface Because {
  reason: Reason
  values?: ReasonValues
  message: string
}

/** `message`: another sentence for the same reason. */
export function because<Name extends Reason>(reason: Name, ...[values, message]: Mentions<Name>): Because {
  const sentence = REASONS[reason] as (values: ReasonValues | undefined) => string
  return { message: message ?? sentence(values), reason, ...(values && { values }) }
}

type Mentions<Name extends Reason> =
  Parameters<Reasons[Name]> extends [infer Values]
    ? [values: Values & ReasonValues, message?: string]
    : [values?: undefined, message?: string]
