/** The field that is used as the title of a document. Tested by test/schema/contradictions.test.ts. */
import { messages } from './messages.ts'
import type { Entity, Field } from './model.ts'
import { didYouMean } from './nearest.ts'

/** `mixedIn`: the fields of features, such as `status`, which say nothing about a document. */
export function wrongTitle({ fields, options }: Entity, mixedIn?: ReadonlySet<string>): { message: string; hint?: string }[] {
  const named: string | undefined = options['useAsTitle']
  if (!named) return []
  const fit = fields.filter((field) => isText(field) && !mixedIn?.has(field.name))
  const title = fit.find(({ name }) => name === named)
  if (title?.hidden) return [{ message: messages.hiddenTitle(named) }]
  if (title) return []
  const names = fit.map(({ name }) => name)
  return [{ message: messages.notTopLevel(named), hint: didYouMean(named, names) }]
}

const isText = ({ type, hasMany }: Field): boolean => type.text && !hasMany
