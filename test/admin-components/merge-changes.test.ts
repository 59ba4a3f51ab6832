/** How the changes of two people to one document are put together: what is merged, what is asked, and that nothing of either gets lost. */
import { expect } from 'chai'
import { type Conflict, mergeChanges } from '../../admin-components/document/merge-changes.ts'

type Row = Record<string, any>

const inner = [
  { name: 'x', type: 'text' },
  { name: 'y', type: 'number' },
]
const fields = [
  { name: 'rows', type: 'array', fields: [...inner, { name: 'rows', type: 'array', fields: inner }] },
  { name: 'blocks', type: 'blocks', blocks: [{ slug: 'one', fields: inner }] },
  {
    name: 'seo',
    type: 'group',
    fields: [
      { name: 'a', type: 'text' },
      { name: 'b', type: 'text' },
    ],
  },
  { name: 'data', type: 'json' },
] as any
const row = (name: string, x = name): Row => ({ id: name, x, y: 1 })
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => row(name)) as [Row, Row, Row, Row]
const placesOf = (conflicts: readonly Conflict[]) =>
  conflicts.map(({ kind, place }) => `${kind} ${place.map((step) => (typeof step === 'string' ? step : step.id)).join('.')}`)

const merged = (sides: { before: Row; mine: Row; theirs: Row }, keepsMine?: () => boolean) => mergeChanges(fields, sides, keepsMine)
const ofRows = (before: Row[], mine: Row[], theirs: Row[], keepsMine?: () => boolean) => {
  const { values, conflicts } = merged({ before: { rows: before }, mine: { rows: mine }, theirs: { rows: theirs } }, keepsMine)
  return { rows: values['rows'] as Row[], conflicts: placesOf(conflicts) }
}

describe('admin-components: changes of two people', () => {
  const MERGED: [what: string, before: Row[], mine: Row[], theirs: Row[], merged: Row[]][] = [
    ['different rows', [a, b], [row('a', 'mine'), b], [a, row('b', 'theirs')], [row('a', 'mine'), row('b', 'theirs')]],
    ['different fields of one row', [a], [row('a', 'mine')], [{ ...a, y: 2 }], [{ ...row('a', 'mine'), y: 2 }]],
    ['the same change', [a], [row('a', 'both')], [row('a', 'both')], [row('a', 'both')]],
    ['a row added, others moved', [a, b], [a, c, b], [b, a], [b, a, c]],
    ['a row added, others moved, the other way round', [a, b], [b, a], [a, c, b], [b, a, c]],
    ['a row added by each', [a], [a, b], [a, c], [a, c, b]],
    ['a row changed, which they moved', [a, b, c], [row('a', 'mine'), b, c], [b, c, a], [b, c, row('a', 'mine')]],
    ['a row removed, another one changed', [a, b], [b], [a, row('b', 'theirs')], [row('b', 'theirs')]],
    ['a row removed by both', [a, b, c], [a, c], [a, c, d], [a, c, d]],
    ['an emptied list, and none before', [], [a], [], [a]],
    [
      'rows inside rows',
      [{ ...a, rows: [b, c] }],
      [{ ...a, rows: [row('b', 'mine'), c] }],
      [{ ...a, rows: [c, b, d] }],
      [{ ...a, rows: [c, row('b', 'mine'), d] }],
    ],
  ]
  for (const [what, before, mine, theirs, rows] of MERGED)
    it(`are merged: ${what}`, () => {
      expect(ofRows(before, mine, theirs)).to.deep.equal({ rows, conflicts: [] })
    })

  const CONFLICTS: [what: string, before: Row[], mine: Row[], theirs: Row[], place: string, kept: Row[], taken: Row[]][] = [
    [
      'one field of one row',
      [a, b],
      [row('a', 'mine'), b],
      [b, { ...row('a', 'theirs'), y: 2 }],
      'value rows.a.x',
      [b, { ...row('a', 'mine'), y: 2 }],
      [b, { ...row('a', 'theirs'), y: 2 }],
    ],
    ['a row that they removed', [a, b], [row('a', 'mine'), b], [b], 'row rows.a', [row('a', 'mine'), b], [b]],
    ['a row that I removed', [a, b], [b], [row('a', 'theirs'), b], 'row rows.a', [b], [row('a', 'theirs'), b]],
    ['two orders', [a, b, c], [b, a, c], [a, c, b, d], 'order rows', [b, d, a, c], [a, c, b, d]],
  ]
  for (const [what, before, mine, theirs, place, kept, taken] of CONFLICTS)
    it(`are asked: ${what}`, () => {
      expect(ofRows(before, mine, theirs)).to.deep.equal({ rows: kept, conflicts: [place] })
      expect(ofRows(before, mine, theirs, () => false)).to.deep.equal({ rows: taken, conflicts: [place] })
    })

  it('are merged in blocks and groups, and asked of JSON as a whole', () => {
    const before = { blocks: [{ blockType: 'one', ...a }], seo: { a: '1', b: '1' }, data: { id: 'a', n: 1 } }
    const mine = { ...before, blocks: [{ blockType: 'one', ...row('a', 'mine') }], seo: { a: '2', b: '1' }, data: { id: 'a', n: 2 } }
    const theirs = { ...before, blocks: [{ blockType: 'one', ...a, y: 3 }], seo: { a: '1', b: '3' }, data: { id: 'a', n: 3 } }
    const { values, conflicts } = merged({ before, mine, theirs })
    expect(values).to.deep.equal({ blocks: [{ blockType: 'one', ...row('a', 'mine'), y: 3 }], seo: { a: '2', b: '3' }, data: mine.data })
    expect(placesOf(conflicts)).to.deep.equal(['value data'])
  })

  it('are asked as a whole where rows can’t be told apart', () => {
    const twins = [a, row('a', 'twin')]
    expect(ofRows(twins, [...twins, b], [...twins, c]).conflicts).to.deep.equal(['value rows'])
    expect(ofRows([{ x: 'no id' }], [{ x: 'mine' }], [{ x: 'theirs' }]).conflicts).to.deep.equal(['value rows'])
  })

  const UNDONE: [what: string, opened: Row[], before: Row[], theirs: Row[], merged: Row[]][] = [
    ['nothing was changed', [a, b], [a, b], [a, b], [a, b]],
    ['a row of ours goes, one of theirs stays', [a, b], [a, c, b], [a, c, d, b], [a, d, b]],
    ['a row that we removed comes back to its place', [a, b, c], [a, c], [a, row('c', 'new')], [a, b, row('c', 'new')]],
    ['a row that they removed stays away', [a, b, c], [row('a', 'ours'), b, c], [row('a', 'ours'), c], [a, c]],
    ['a row that we changed and they removed stays away', [a, b], [row('a', 'ours'), b], [b], [b]],
    ['one row, two fields', [a], [row('a', 'ours')], [{ ...row('a', 'ours'), y: 2 }], [{ ...a, y: 2 }]],
    ['one field of one row', [a], [row('a', 'ours')], [row('a', 'theirs')], [row('a', 'theirs')]],
    ['a row of ours that they went on with stays', [a], [a, b], [a, row('b', 'theirs')], [a, row('b', 'theirs')]],
    ['our order goes, their row stays', [a, b], [b, a], [b, a, c], [a, c, b]],
    ['their order stays, our row goes', [a, b], [a, b, c], [b, a, c], [b, a]],
  ]
  for (const [what, opened, before, theirs, rows] of UNDONE)
    it(`are told apart by an undo: ${what}`, () => {
      expect(ofRows(before, opened, theirs, () => false).rows).to.deep.equal(rows)
    })

  it('lose nothing, whatever two people do @long', () => {
    let seed = 7
    const dice = (sides: number) => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % sides
    }
    let made = 0
    const edited = (rows: readonly Row[]): Row[] => {
      const all = structuredClone(rows) as Row[]
      for (let n = dice(4); n > 0; n--) {
        const [at, act] = [dice(all.length + 1), dice(6)]
        const one = all[at]
        if (!one || act === 0) all.splice(at, 0, row(`new${++made}`))
        else if (act === 1) all.splice(at, 1)
        else if (act === 2) all.splice(dice(all.length), 0, ...all.splice(at, 1))
        else Object.assign(one, dice(2) ? { x: `x${++made}` } : { y: ++made })
      }
      return all
    }
    for (let round = 0; round < 3000; round++) {
      const before = [a, b, c, d].slice(0, dice(5))
      const [mine, theirs] = [edited(before), edited(before)]
      const { rows, conflicts } = ofRows(before, mine, theirs)
      const situation = JSON.stringify({ before, mine, theirs, rows, conflicts })
      const [inBefore, inMine, inTheirs, inMerged] = [before, mine, theirs, rows].map(
        (list) => new Map(list.map((one) => [one['id'], one])),
      )
      expect(inMerged!.size, situation).to.equal(rows.length)
      for (const id of new Set([...inBefore!.keys(), ...inMine!.keys(), ...inTheirs!.keys()])) {
        const [old, my, their, now] = [inBefore, inMine, inTheirs, inMerged].map((list) => list!.get(id))
        if (!old) expect(now, situation).to.deep.equal(my ?? their)
        else if (!my || !their) {
          const isTouched = JSON.stringify(my ?? their ?? old) !== JSON.stringify(old)
          expect(conflicts.includes(`row rows.${id}`), situation).to.equal(isTouched)
          expect(now, situation).to.deep.equal(isTouched ? my : undefined)
        } else
          for (const name of ['x', 'y']) {
            const isConflict = my[name] !== old[name] && their[name] !== old[name]
            expect(conflicts.includes(`value rows.${id}.${name}`), situation).to.equal(isConflict)
            expect(now![name], situation).to.equal(my[name] === old[name] ? their[name] : my[name])
          }
      }
    }
  })
})
