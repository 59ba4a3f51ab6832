/** The columns that a list shows unless others are chosen: as many as fit next to the title, the state and the time by which it is sorted. */
import { expect } from 'chai'
import { fitting, roomIn } from '../../admin-components/list/column-room.ts'
import { tokens } from '../../admin-components/style/tokens.ts'

const columns = (...types: string[]) =>
  types.map((type, at) => ({
    name: `${at}${type}`,
    sorts: true,
    field: { name: type, type: type.replace(' many', ''), ...(type.endsWith(' many') && { hasMany: true }) },
  })) as never

const CASES: [width: number, isTrash: boolean, hasDrafts: boolean, types: string[], shown: number][] = [
  [390, false, true, ['text', 'text', 'text'], 3],
  [390, true, true, ['text', 'text'], 2],
  [712, false, true, ['text', 'text', 'text'], 1],
  [968, false, true, ['upload', 'relationship', 'relationship'], 2],
  [968, false, true, ['text', 'text', 'text'], 2],
  [968, false, true, ['text', 'number', 'email'], 2],
  [968, false, false, ['text', 'text', 'text'], 3],
  [968, true, true, ['text', 'text'], 1],
  [968, true, true, ['upload many'], 1],
  [1128, false, true, ['text', 'text', 'text'], 3],
  [Number.POSITIVE_INFINITY, false, true, ['text', 'text', 'text'], 3],
]

describe('admin-components: room for columns', () => {
  it('is on a page of the width that all pages have', () => {
    expect(roomIn({ clientWidth: 5000 } as HTMLElement)).to.equal(Number(/--page: (\d+)px/.exec(String(tokens))?.[1]) - 64)
  })

  for (const [width, isTrash, hasDrafts, types, shown] of CASES)
    it(`shows ${shown} of ${types.join(', ')} in ${width} pixels${isTrash ? ' of a trash' : ''}${hasDrafts ? ', next to a state' : ''}`, () => {
      const found = fitting({ drafts: hasDrafts } as never, columns(...types), width, isTrash)
      expect(found).to.deep.equal((columns as any)(...types).slice(0, shown))
    })
})
