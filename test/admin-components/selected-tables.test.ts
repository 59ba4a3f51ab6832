/** Whole tables and whole cells: a letter never empties what nobody selected by hand. */
import { expect } from 'chai'
import { itWrites, UnmountedEditor, type Writing } from '../harness/unmounted-editor.ts'
import { bullets, codeBlock, docOf, heading, item, numbers, paragraph, quote, task, tasks } from '../harness/writing.ts'

type Json = Record<string, unknown>

const cell = (...content: Json[]) => ({ type: 'tableCell', content })
const row = (...words: string[]) => ({ type: 'tableRow', content: words.map((one) => cell(one === '' ? paragraph() : paragraph(one))) })
const table = { type: 'table', content: [row('a', 'b'), row('c', 'd')] }
const p = paragraph

/** What is next to a table. */
const NEIGHBOURS: Record<string, Json> = {
  'a paragraph': p('words'),
  'a heading': heading(2, 'words'),
  'an item': bullets(item(p('first')), item(p('words'))),
  'a numbered item': numbers(item(p('words'))),
  'a task': tasks(task('words')),
  'a quote': quote(p('words')),
  code: codeBlock('words'),
}

const PLACES: Record<string, (...content: Json[]) => Json> = {
  'in a text': docOf,
  'in a quote': (...content) => docOf(quote(...content)),
  'in an item': (...content) => docOf(bullets(item(p('first'), ...content))),
}

describe('admin-components: a table next to words', () => {
  const text = new UnmountedEditor()
  for (const [where, placed] of Object.entries(PLACES)) {
    for (const [what, block] of Object.entries(NEIGHBOURS))
      for (const key of ['Delete', 'Control+Delete'])
        it(`${key} at the end of ${what} ${where} selects the table below`, () => {
          const before = placed(block, table)
          text.open(before).caret('words', 'after').press(key)
          expect(text.card).to.equal('table')
          expect(text.value).to.deep.equal(before)
          expect(text.type('x').value).to.deep.equal(placed(block, table, p('x')))
          expect(text.open(before).caret('words', 'after').press(key, 'Delete').value).to.deep.equal(placed(block))
        })
    for (const what of ['a paragraph', 'a heading', 'code'])
      for (const key of ['Backspace', 'Control+Backspace'])
        it(`${key} at the start of ${what} ${where} selects the table above`, () => {
          const block = NEIGHBOURS[what]!
          const before = placed(table, block, p('last'))
          text.open(before).caret('words').press(key)
          expect(text.card).to.equal('table')
          expect(text.value).to.deep.equal(before)
          expect(text.type('x').value).to.deep.equal(placed(table, p('x'), block, p('last')))
          expect(text.open(before).caret('words').press(key, 'Backspace').value).to.deep.equal(placed(block, p('last')))
        })
  }

  it('Enter and what is pasted go below it', () => {
    const open = () =>
      text
        .open(docOf(p('words'), table, p('last')))
        .caret('words', 'after')
        .press('Delete')
    expect(open().press('Enter').type('x').value).to.deep.equal(docOf(p('words'), table, p('x'), p('last')))
    const copied = text
      .open(docOf(p('copied')))
      .select('copied')
      .copy()
    expect(open().paste(copied).value).to.deep.equal(docOf(p('words'), table, p('copied'), p('last')))
  })
})

describe('admin-components: selected cells', () => {
  itWrites(
    [
      ['a', 'd'],
      ['d', 'a'],
      ['b', 'c'],
      ['c', 'b'],
    ].map(
      ([first, last]): Writing => [
        `what is typed over those from ${first} to ${last} stands in the first one`,
        docOf(table),
        (t) => t.selectCells(first!, last!).type('xy'),
        docOf({ type: 'table', content: [row('xy', ''), row('', '')] }),
      ],
    ),
  )

  const text = new UnmountedEditor()
  const merged = { type: 'tableCell', attrs: { colspan: 2 }, content: [p('a'), p('b')] }
  const wide = { type: 'table', content: [{ type: 'tableRow', content: [merged] }, row('c', 'd')] }
  const COMMANDS = [
    'rowAbove',
    'rowBelow',
    'columnBefore',
    'columnAfter',
    'mergeCells',
    'splitCell',
    'headerRow',
    'headerColumn',
    'deleteRow',
    'deleteColumn',
  ]

  for (const doc of [table, wide])
    for (const [first, last] of [
      ['a', 'b'],
      ['b', 'a'],
      ['c', 'd'],
      ['a', 'c'],
      ['a', 'd'],
      ['d', 'd'],
    ] as const)
      for (const command of COMMANDS)
        it(`${command} of ${doc === wide ? 'merged ' : ''}cells from ${first} to ${last} leaves none selected`, () => {
          const { value } = text.open(docOf(doc)).selectCells(first, last).tool(command)
          const { selection } = text.editor.state
          expect([selection.toJSON()['type'], selection.empty]).to.deep.equal(['text', true])
          const words = (one: unknown) => JSON.stringify(one).match(/"text":"\w+"/g) ?? []
          expect(words(text.type('Z').value).join('').replace('Z', '')).to.equal(words(value).join(''))
        })

  it('the caret stays in the table when its rows and columns go: in the cell that took the place of the first one', () => {
    const grid = [0, 1, 2].map((y) => [0, 1, 2].map((x) => `${'abc'[y]}${x}`))
    const whole = docOf(p('above'), { type: 'table', content: grid.map((words) => row(...words)) }, p('next'))
    const all = grid.flat()
    for (const first of all)
      for (const last of all)
        for (const command of ['deleteRow', 'deleteColumn']) {
          text.open(whole)
          const { value } = (first === last ? text.caret(first) : text.selectCells(first, last)).tool(command)
          const [from, to] = [0, 1].map((of) => [first[of]!, last[of]!].sort() as [string, string]) as [[string, string], [string, string]]
          const isLeft = ([y, x]: string) => (command === 'deleteRow' ? y! < from[0] || y! > from[1] : x! < to[0] || x! > to[1])
          const left = all.filter((one) => isLeft(one as never))
          const [y, x] = [from[0], to[0]]
          const isBehind = (one: string) =>
            one[0]! >= (command === 'deleteRow' ? y : one[0]!) && one[1]! >= (command === 'deleteColumn' ? x : one[1]!)
          const inLine = left.filter((one) => (command === 'deleteRow' ? one[1] === x : one[0] === y))
          const wanted = left.length === 0 ? `${y}${x}` : (inLine.find(isBehind) ?? inLine.at(-1)!)
          expect(JSON.stringify(text.type('!').value), `${command} ${first} ${last}`).to.equal(
            JSON.stringify(value).replace(`"${wanted}"`, `"${wanted}!"`),
          )
        }
  })

  it('the caret is at the end of the words of merged and split cells, and one undo takes the command back', () => {
    const merge = () => text.open(docOf(table)).selectCells('a', 'b').tool('mergeCells')
    expect(merge().type('!').value).to.deep.equal(
      docOf({ type: 'table', content: [{ type: 'tableRow', content: [{ ...merged, content: [p('a'), p('b!')] }] }, row('c', 'd')] }),
    )
    expect(merge().press('Control+z').value).to.deep.equal(docOf(table))
    const split = text.open(docOf(wide)).selectCells('a', 'a').tool('splitCell')
    expect(split.type('!').value).to.deep.equal(
      docOf({ type: 'table', content: [{ type: 'tableRow', content: [cell(p('a'), p('b!')), cell(p())] }, row('c', 'd')] }),
    )
  })
})
