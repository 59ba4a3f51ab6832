/** The part of a content type that can be checked further although something in it is wrong, and which problems only follow from that.
 * Tested by test/schema/all-problems.test.ts.
 */
import type { JsonSchema } from './document.ts'
import type { Model } from './model.ts'

/** Fields of the top level and options of the content type that are wrong; the checks of the others leave them out. */
export type Wrong = ReadonlySet<string>

/** The part of a document that a path belongs to; nothing if the document as a whole is wrong. */
export const wrongPart = ([place, name]: readonly (string | number)[]): string | undefined =>
  (place === 'properties' || place === 'x-cms') && typeof name === 'string' ? name : undefined

/** The part of a schema with problems that is right. */
export interface RightPart {
  /** Without the content types, fields and options that are wrong. */
  model: Model
  /** Whether a sentence about this model may be true only because it lacks what is wrong. */
  follows(sentence: string): boolean
}

export function withoutWrong<Document extends JsonSchema>(document: Document, wrong: Wrong): Document {
  const rest = (given: unknown) => Object.fromEntries(Object.entries({ ...(given as object) }).filter(([name]) => !wrong.has(name)))
  return {
    ...document,
    properties: rest(document['properties']),
    'x-cms': rest(document['x-cms']),
    ...(Array.isArray(document['required']) && { required: document['required'].filter((name) => !wrong.has(name)) }),
  }
}

/** Whether a message names something that is wrong: then it may only follow from that. */
export const follows = (message: string, wrong: Wrong): boolean =>
  namedIn(message).some((named) => wrong.has(named) || named.split('.').some((part) => wrong.has(part)))

/** The names in quotes in a message; a path to sort by may begin with '-'. */
export const namedIn = (message: string): string[] => [...message.matchAll(/(?<!\w)'-?([^']+)'/g)].map(([, named = '']) => named)
