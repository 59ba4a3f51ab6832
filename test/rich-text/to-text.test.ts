/** Plain text from rich text, and the visits of `walk`. */
import { expect } from 'chai'
import { fromHTML } from '../../lib/rich-text/from-html.ts'
import { toText } from '../../lib/rich-text/to-text.ts'
import { walk } from '../../lib/rich-text/walk.ts'

describe('rich text: toText and walk', () => {
  it('puts items and rows on lines of their own, and an empty line between blocks', () => {
    const doc = fromHTML(
      '<h2>Title</h2><p>One<br>two <b>three</b></p><ul><li>a<ul><li>b</ul><li>c</ul><table><tr><th>x<th>y<tr><td>1<td>2</table><pre>a\n  b</pre><figure><img src=a><figcaption>Hill</figcaption></figure><hr><blockquote><p>q<p>r</blockquote>',
      { image: () => 1 },
    )
    expect(toText(doc)).to.equal('Title\n\nOne\ntwo three\n\na\nb\nc\n\nx\ty\n1\t2\n\na\n  b\n\nHill\n\nq\n\nr')
    for (const odd of [null, undefined, 7, 'a', [], {}, { type: 'doc' }, { type: 'doc', content: [null] }]) expect(toText(odd)).to.equal('')
  })

  it('has the words of blocks that the site writes', () => {
    const inner = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'inner' }] }] }
    const doc = {
      type: 'doc',
      content: [
        { type: 'contentBlock', attrs: { blockType: 'callout', text: 'Block words', inner } },
        { type: 'contentBlock', attrs: { blockType: 'line' } },
      ],
    }
    expect(toText(doc)).to.equal('')
    const block = ({ blockType, ...block }: any, render: (doc: unknown) => string) =>
      blockType === 'callout' && `${block.text}: ${render(block.inner)}`
    expect(toText(doc, { block: block as () => string })).to.equal('Block words: inner')
  })

  it('names who is mentioned, and the files', () => {
    const mention = { type: 'mention', attrs: { collection: 'users', id: 1, value: { name: 'Nok' } } }
    const file = { type: 'file', attrs: { media: 1, value: { originalName: 'plan.pdf' } } }
    expect(toText({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Ask ' }, mention] }, file] })).to.equal(
      'Ask @Nok\n\nplan.pdf',
    )
  })

  it('visits every node in reading order, and skips what it is told to', () => {
    const doc = {
      type: 'doc',
      content: [
        { type: 'odd', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }] }] },
        null,
        { type: 'horizontalRule' },
      ],
    }
    const seenNodes: string[] = []
    walk(doc, ({ type }, parents) => void seenNodes.push([...parents.map((one) => one.type), type].join('>')))
    expect(seenNodes).to.deep.equal(['doc>odd', 'doc>odd>paragraph', 'doc>odd>paragraph>text', 'doc>horizontalRule'])
    const types: string[] = []
    walk(doc, ({ type }) => {
      types.push(type)
      return type !== 'odd'
    })
    expect(types).to.deep.equal(['odd', 'horizontalRule'])
    for (const odd of [null, 'x', 7]) expect(() => walk(odd, () => expect.fail())).not.to.throw()
  })
})
