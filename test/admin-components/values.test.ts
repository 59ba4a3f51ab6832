/** The values of a form are compared as the JSON that would be stored. */
import { expect } from 'chai'
import fc from 'fast-check'
import { isSameJson, same } from '../../admin-components/document/values.ts'

/** JSON, and what elements of an application may set instead. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4 },
    fc.constantFrom(null, undefined, '', 0, -0, 1, Number.NaN, true, 'a', '1'),
    fc.constantFrom(new Date(0), new Date(1), new Map([[1, 2]])),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom('a', 'b', 'toJSON'), tie('value')), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
}))

describe('admin-components: values', () => {
  it('are the same exactly if their JSON is', () => {
    const pair = fc.oneof(
      fc.tuple(value, value),
      value.map((one) => [one, structuredClone(one)] as [unknown, unknown]),
    )
    fc.assert(
      fc.property(pair, ([a, b]) => isSameJson(a, b) === (JSON.stringify(a) === JSON.stringify(b))),
      { numRuns: 2000 },
    )
  })

  it('are the same if they are empty in different ways', () => {
    for (const a of [null, undefined, '', []]) for (const b of [null, undefined, '', []]) expect(same(a, b)).to.equal(true)
    for (const full of [0, false, {}, [null]]) expect(same(full, null)).to.equal(false)
  })
})
