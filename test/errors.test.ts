/** The errors that hooks and endpoints throw: wrong arguments are named where they are thrown. */
import { expect } from 'chai'
import { ForbiddenError, GalleyError, ValidationError } from '../lib/errors.ts'

/** What JavaScript lets through. */
type Anything = any

describe('errors', () => {
  const LIST = 'new ValidationError(…) takes a list with at least one { message, field }, and a message in each'
  const WRONG: [title: string, make: () => unknown, says: string][] = [
    ['nothing', () => new ValidationError(undefined as Anything), 'takes a message, or a list of { message, field }'],
    ['null', () => new ForbiddenError(null as Anything), 'new ForbiddenError(…) takes a message, or a list of { message, field }'],
    ['an object', () => new ValidationError({ field: 'title', message: 'x' } as Anything), 'takes a message, or a list'],
    ['an error', () => new ValidationError(new Error('x') as Anything), 'takes a message, or a list'],
    ['an empty list', () => new ValidationError([]), LIST],
    ['a list of texts', () => new ValidationError(['x'] as Anything), LIST],
    ['a list without messages', () => new ValidationError([{ field: 'title' }] as Anything), LIST],
    ['a list of nothing', () => new ValidationError([undefined] as Anything), LIST],
    ['a field for a code', () => new ForbiddenError('x', 'title' as Anything), "'title' is not a code, such as 'FORBIDDEN'"],
    ['no code', () => new GalleyError(undefined as Anything, 'x'), "'undefined' is not a code"],
  ]
  for (const [title, make, says] of WRONG)
    it(`can't be made of ${title}`, () => {
      expect(make).to.throw(TypeError, says)
    })

  it('are made of a message, a message and a field, or a list', () => {
    expect(new ValidationError('x').errors).to.deep.equal([{ message: 'x', code: 'VALIDATION' }])
    expect(new ValidationError('x', 'title').errors).to.deep.equal([{ message: 'x', field: 'title', code: 'VALIDATION' }])
    expect(new ValidationError([{ message: 'x' }, { message: 'y', field: 'z' }]).message).to.equal('x; z: y')
    expect(new ForbiddenError().status).to.equal(403)
  })
})
