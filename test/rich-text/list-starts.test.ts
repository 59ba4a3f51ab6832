/** The number that a list begins with is the same wherever the text goes: 0 is a number like any other, and none is negative. */
import { expect } from 'chai'
import { atOnce } from '../../lib/pace.ts'
import { checkText } from '../../lib/rich-text/check.ts'
import { fromHTML, fromMarkdown, toHTML, toMarkdown } from '../../lib/rich-text/index.ts'
import { TEXT_FEATURES } from '../../lib/rich-text/kinds.ts'
import { UnmountedEditor } from '../harness/unmounted-editor.ts'
import { docOf, item, numbers, paragraph } from '../harness/writing.ts'

const listFrom = (start: number, last = 'b') =>
  docOf({ ...(start !== 1 && { attrs: { start } }), ...numbers(item(paragraph('a')), item(paragraph(last))) })

const problemsIn = (text: unknown) => {
  const options = { features: TEXT_FEATURES, headings: [2], blocks: [], embeds: [], unknown: 'refuse' as const }
  return atOnce(checkText(text, options)).problems.map(({ path, message }) => `${path}: ${message}`)
}

describe('rich text: the first number of a list', () => {
  const editor = new UnmountedEditor()
  for (const start of [0, 1, 2, 10, 2024])
    it(`${start} stays what it is`, () => {
      const doc = listFrom(start)
      expect(problemsIn(doc)).to.deep.equal([])
      expect(toHTML(doc)).to.equal(`<ol${start === 1 ? '' : ` start="${start}"`}><li>a</li><li>b</li></ol>`)
      expect(fromHTML(toHTML(doc))).to.deep.equal(doc)
      expect(toMarkdown(doc)).to.equal(`${start}. a\n${start + 1}. b\n`)
      expect(fromMarkdown(toMarkdown(doc))).to.deep.equal(doc)
      expect(editor.open(doc).caret('b', 'after').type('!').value).to.deep.equal(listFrom(start, 'b!'))
    })

  it('0 is typed like any other number', () => {
    expect(editor.open(docOf(paragraph())).intoEmpty().type('0. a').press('Enter').type('b').value).to.deep.equal(listFrom(0))
  })

  it('what HTML says is read as browsers read it, but for negative numbers', () => {
    const startIn = (start: string) => (fromHTML(`<ol start="${start}"><li>a</li></ol>`) as any).content[0].attrs?.start ?? 1
    const read = ['', 'a', '3a', ' 4', '-2', '0', '1e3', '9'.repeat(30)].map(startIn)
    expect(read).to.deep.equal([1, 1, 3, 4, 1, 0, 1, 1])
  })

  it('a negative number is refused', () => {
    expect(problemsIn(listFrom(-1))).to.deep.equal(['.content.0.attrs.start: must be a whole number of at least 0'])
  })
})
