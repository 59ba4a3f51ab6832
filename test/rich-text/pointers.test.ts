/** The documents of a text: found wherever they are, filled in on a copy, and dropped again. */
import { expect } from 'chai'
import fc from 'fast-check'
import { atOnce } from '../../lib/pace.ts'
import { textTargets, withAttributes, withoutTarget, withTarget } from '../../lib/rich-text/pointers.ts'
import { richTexts } from './drawn-texts.ts'

const at = (text: any, path: string) =>
  path
    .slice(1)
    .split('.')
    .reduce((value, key) => value[key], text)

describe('rich text: targets', () => {
  it('of odd values are none', () => {
    for (const text of [null, 'x', [], {}, { content: 'x' }, { content: [null, 'x', { marks: 'x' }, { type: 'link', attrs: { id: 1 } }] }])
      expect([...textTargets(text)], JSON.stringify(text)).to.deep.equal([])
  })

  it('are named by the path of their id', () => {
    fc.assert(
      fc.property(richTexts, (text) => {
        for (const { path, id } of textTargets(text)) expect(at(text, path)).to.equal(id)
      }),
    )
  })

  it('change their attributes by the paths at which they are', () => {
    fc.assert(
      fc.property(richTexts, (text) => {
        atOnce(
          withAttributes(text, (attrs, _, path) => {
            expect(at(text, path), path).to.equal(attrs)
            return attrs
          }),
        )
      }),
    )
  })

  it('filled in and dropped again, a text is what it was, and the original is untouched', () => {
    fc.assert(
      fc.property(richTexts, (text) => {
        const before = structuredClone(text)
        const filled = atOnce(withAttributes(text, (attrs, of) => withTarget(attrs, of, (target) => ({ ...target }))))
        expect(text).to.deep.equal(before)
        for (const { path, id } of textTargets(text)) expect(at(filled, path.replace(/\.\w+$/, '.value')).id).to.equal(id)
        expect(atOnce(withAttributes(filled, withoutTarget))).to.deep.equal(before)
        expect(atOnce(withAttributes(text, withoutTarget)), 'nothing to drop: the same object').to.equal(text)
      }),
    )
  })
})
