/** Names of fields as calls give them: a text with commas, or a list of texts. Tested by test/local/nonsense.test.ts. */
import { badQuery } from '../errors.ts'

export function fieldNames(given: string | readonly string[], option: 'sort' | 'select'): string[] {
  const list = typeof given === 'string' ? given.split(',') : given
  if (!Array.isArray(list) || list.some((one) => typeof one !== 'string'))
    throw badQuery("must be the name of a field or a list of names, such as ['title']", option)
  return list.map((one) => one.trim()).filter(Boolean)
}
