/** An option that a field of its type doesn't have is refused with the way out, whatever its value is. */
import { expect } from 'chai'
import { build } from '../../schema/build.ts'

const problemOf = (field: object) =>
  build({ collections: [{ slug: 'posts', fields: [{ name: 'title' }, { name: 'a', ...field }] }] }).then(
    () => '',
    (error: Error) => error.message.replace(/^.*\n/, ''),
  )

const WRONG: [field: object, problem: string][] = [
  [{ min: 3 }, "a.min: 'min' has no effect on a field of type text\n  add type: 'number'; without a type, a field is a text"],
  [{ to: 'posts' }, "a: 'to' has no effect on a field of type text\n  add type: 'relationship'; without a type, a field is a text"],
  [{ from: 'title' }, "a.from: 'from' has no effect on a field of type text\n  add type: 'slug'; without a type"],
  [{ headings: [2] }, "a.headings: 'headings' has no effect on a field of type text\n  add type: 'richText'; without a type"],
  [{ filterOptions: {} }, "add type: 'upload' or type: 'relationship'; without a type"],
  [{ type: 'text', min: 3 }, "a.min: 'min' has no effect on a field of type text\n  fields of the type number have it"],
  [{ type: 'text', to: 'posts' }, "'to' has no effect on a field of type text\n  fields of the type relationship have it"],
  [{ type: 'date', min: '2020' }, "a.min: 'min' has no effect on a field of type date\n  fields of the type number have it"],
  [
    { type: 'boolean', pattern: '(' },
    "a.pattern: 'pattern' has no effect on a field of type boolean\n  fields of the types text, textarea, email",
  ],
  [{ options: ['x'], max: 'y' }, "a.max: 'max' has no effect on a field of type select\n  fields of the type number have it"],
]

describe('schema/fields: options of another type', () => {
  for (const [field, problem] of WRONG)
    it(JSON.stringify(field), async () => {
      const message = await problemOf(field)
      expect(message).to.include(problem)
      expect(message.match(/has no effect|must/g)).to.have.length(1)
    })
})
