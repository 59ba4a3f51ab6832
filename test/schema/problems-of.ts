/** What is wrong with the fields of one collection, in the words of the start. */
import { build } from '../../schema/build.ts'
import { SchemaError } from '../../schema/problems.ts'

export type Fields = readonly object[]

export async function problemsOf(fields: Fields, more: object = {}): Promise<string[]> {
  const builtIn = [
    { slug: 'users', fields: [{ name: 'email' }] },
    { slug: 'media', fields: [{ name: 'filename' }] },
  ]
  const mixin = (document: any) => (document['x-cms'].drafts ? [{ name: 'status', type: 'select', options: ['draft', 'published'] }] : [])
  try {
    await build({ builtIn, mixin, collections: [{ slug: 'posts', fields: [{ name: 'title' }, ...fields], ...more }] })
    return []
  } catch (error) {
    if (error instanceof SchemaError) return error.problems.map(({ message }) => message)
    throw error
  }
}
