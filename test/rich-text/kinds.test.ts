/** The list of nodes and marks agrees with itself, and says what may stand where. */
import { expect } from 'chai'
import { MARKS, mayContain, NODES, PARTS, TEXT_FEATURES, TEXT_FEATURES_ON_REQUEST } from '../../lib/rich-text/kinds.ts'

describe('rich text: kinds', () => {
  it('each feature has a node or a mark, and each feature that is named exists', () => {
    const named = [...Object.values(NODES), ...Object.values(MARKS)].flatMap(({ feature }) => feature ?? [])
    expect([...named].sort()).to.deep.equal([...TEXT_FEATURES].sort())
    expect(TEXT_FEATURES).to.include.members([...TEXT_FEATURES_ON_REQUEST])
  })

  it('children are nodes or groups, and every part has a parent', () => {
    const children = Object.values(NODES).flatMap((kind) => kind.children ?? [])
    expect(children.filter((name) => !['block', 'inline'].includes(name) && !NODES[name])).to.deep.equal([])
    for (const part of PARTS) expect(children, part).to.include(part)
  })

  const TOGETHER: [parent: string, child: string, may: boolean][] = [
    ['doc', 'paragraph', true],
    ['doc', 'table', true],
    ['doc', 'text', false],
    ['doc', 'listItem', false],
    ['doc', 'constructor', false],
    ['toString', 'paragraph', false],
    ['paragraph', 'text', true],
    ['paragraph', 'mention', true],
    ['paragraph', 'paragraph', false],
    ['paragraph', 'image', false],
    ['codeBlock', 'text', true],
    ['codeBlock', 'hardBreak', false],
    ['bulletList', 'listItem', true],
    ['bulletList', 'taskItem', false],
    ['listItem', 'bulletList', true],
    ['tableRow', 'tableHeader', true],
    ['tableCell', 'table', true],
    ['horizontalRule', 'text', false],
    ['unheardOf', 'text', false],
    ['doc', 'unheardOf', false],
  ]
  for (const [parent, child, may] of TOGETHER)
    it(`${child} in ${parent}: ${may ? 'yes' : 'no'}`, () => expect(mayContain(parent, child)).to.equal(may))
})
