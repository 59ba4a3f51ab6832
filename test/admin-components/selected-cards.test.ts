/** A card that is selected, such as a picture: it alone is moved, duplicated or deleted, wherever it is in the text. */
import { getSchema } from '@tiptap/core'
import { EditorState, NodeSelection, type Transaction } from '@tiptap/pm/state'
import { expect } from 'chai'
import { canMove, duplicateBlocks, moveBlocks, removeBlocks } from '../../admin-components/fields/rich-text/blocks.ts'
import { extensionsFor } from '../../admin-components/fields/rich-text/extensions.ts'
import { UnmountedEditor } from '../harness/unmounted-editor.ts'
import { bullets, docOf, item, paragraph } from '../harness/writing.ts'

const element = { t: (key: string) => key, app: {} }
const schema = getSchema(extensionsFor({ element } as never))

const card = { type: 'image', attrs: { media: 7 } }
const CARDS: Record<string, unknown>[] = [
  card,
  { type: 'file', attrs: { media: 7 } },
  { type: 'embed', attrs: { url: 'https://youtu.be/jNQXAC9IVRw' } },
  { type: 'contentBlock', attrs: { row: { blockType: 'quote', id: 'abcdefghijk' } } },
  { type: 'horizontalRule' },
  { type: 'keptBlock', attrs: { json: { type: 'chart' } } },
]
const [one, two] = [paragraph('one'), paragraph('two')]
const quote = (...content: object[]) => ({ type: 'blockquote', content })
const tasks = (...content: object[]) => ({ type: 'taskList', content: [{ type: 'taskItem', content }] })
const table = (...content: object[]) => ({ type: 'table', content: [{ type: 'tableRow', content: [{ type: 'tableCell', content }] }] })

const ACTS = {
  up: (editor: never) => moveBlocks(editor, -1),
  down: (editor: never) => moveBlocks(editor, 1),
  duplicate: duplicateBlocks,
  remove: removeBlocks,
}

/** The document after the act, and the type of what is selected then. */
function acted(doc: object, act: keyof typeof ACTS): { doc: unknown; selected: string | undefined; couldMove: boolean } {
  const start = schema.nodeFromJSON(doc)
  let at = -1
  start.descendants((node, pos) => {
    if (at === -1 && node.isBlock && node.isAtom) at = pos
  })
  let state = EditorState.create({ doc: start, selection: NodeSelection.create(start, at) })
  const editor = {
    isEditable: true,
    get state() {
      return state
    },
    view: {
      dispatch: (tr: Transaction) => {
        state = state.apply(tr)
      },
    },
  } as never
  const couldMove = canMove(editor, act === 'up' ? -1 : 1)
  ACTS[act](editor)
  state.doc.check()
  return {
    doc: state.doc.toJSON(),
    selected: state.selection instanceof NodeSelection ? state.selection.node.type.name : undefined,
    couldMove,
  }
}

const whole = (doc: object): unknown => schema.nodeFromJSON(doc).toJSON()

interface Place {
  name: string
  before: object
  up: object
  down: object
  duplicate: object
  remove: object
}

const PLACES: Place[] = [
  {
    name: 'first in a quote',
    before: docOf(one, quote(card, two), one),
    up: docOf(one, card, quote(two), one),
    down: docOf(one, quote(two, card), one),
    duplicate: docOf(one, quote(card, card, two), one),
    remove: docOf(one, quote(two), one),
  },
  {
    name: 'alone in a quote',
    before: docOf(one, quote(card), two),
    up: docOf(one, card, two),
    down: docOf(one, card, two),
    duplicate: docOf(one, quote(card, card), two),
    remove: docOf(one, two),
  },
  {
    name: 'last in an item',
    before: docOf(bullets(item(one, card), item(two)), two),
    up: docOf(bullets(item(card, one), item(two)), two),
    down: docOf(bullets(item(one), item(card, two)), two),
    duplicate: docOf(bullets(item(one, card, card), item(two)), two),
    remove: docOf(bullets(item(one), item(two)), two),
  },
  {
    name: 'in the last item',
    before: docOf(bullets(item(one), item(card)), two),
    up: docOf(bullets(item(one, card)), two),
    down: docOf(bullets(item(one)), card, two),
    duplicate: docOf(bullets(item(one), item(card, card)), two),
    remove: docOf(bullets(item(one)), two),
  },
  {
    name: 'in a task',
    before: docOf(one, tasks(card, two)),
    up: docOf(one, card, tasks(two)),
    down: docOf(one, tasks(two, card)),
    duplicate: docOf(one, tasks(card, card, two)),
    remove: docOf(one, tasks(two)),
  },
  {
    name: 'in a list inside an item',
    before: docOf(bullets(item(one, bullets(item(card)))), two),
    up: docOf(bullets(item(one, card)), two),
    down: docOf(bullets(item(one, card)), two),
    duplicate: docOf(bullets(item(one, bullets(item(card, card)))), two),
    remove: docOf(bullets(item(one)), two),
  },
  {
    name: 'in a cell, which keeps it',
    before: docOf(one, table(card, two), two),
    up: docOf(one, table(card, two), two),
    down: docOf(one, table(two, card), two),
    duplicate: docOf(one, table(card, card, two), two),
    remove: docOf(one, table(two), two),
  },
  {
    name: 'alone in a cell, which stays',
    before: docOf(one, table(card), two),
    up: docOf(one, table(card), two),
    down: docOf(one, table(card), two),
    duplicate: docOf(one, table(card, card), two),
    remove: docOf(one, table(paragraph()), two),
  },
]

describe('admin-components: a selected card', () => {
  for (const kind of CARDS)
    it(`a ${kind['type']} between others`, () => {
      const before = docOf(one, kind, two, one)
      expect(acted(before, 'up')).to.deep.equal({ doc: whole(docOf(kind, one, two, one)), selected: kind['type'], couldMove: true })
      expect(acted(before, 'down')).to.deep.equal({ doc: whole(docOf(one, two, kind, one)), selected: kind['type'], couldMove: true })
      expect(acted(before, 'duplicate').doc).to.deep.equal(whole(docOf(one, kind, kind, two, one)))
      expect(acted(before, 'remove').doc).to.deep.equal(whole(docOf(one, two, one)))
    })

  for (const { name, before, ...wanted } of PLACES)
    it(name, () => {
      for (const act of ['up', 'down', 'duplicate', 'remove'] as const)
        expect(acted(before, act).doc, act).to.deep.equal(whole(wanted[act]))
    })

  it('goes no further than the ends of the text', () => {
    expect(acted(docOf(card, one), 'up')).to.deep.equal({ doc: whole(docOf(card, one)), selected: 'image', couldMove: false })
    expect(acted(docOf(one, card), 'down')).to.deep.equal({ doc: whole(docOf(one, card)), selected: 'image', couldMove: false })
    expect(acted(docOf(card), 'remove').doc).to.deep.equal(whole(docOf(paragraph())))
  })

  const written = new UnmountedEditor()
  const stored = [...CARDS.slice(0, 3), { type: 'contentBlock', attrs: { blockType: 'quote', id: 'abcdefghijk', said: 'A' } }]
  for (const kind of stored)
    it(`a key next to a ${kind['type']} selects it, the second deletes it`, () => {
      const before = docOf(one, kind, two)
      const ways = [
        ['one', 'after', 'Delete'],
        ['two', 'before', 'Backspace'],
        ['two', 'before', 'Control+Backspace'],
      ] as const
      for (const [words, place, key] of ways) {
        written.open(before).caret(words, place).press(key)
        expect([written.value, written.card]).to.deep.equal([before, kind['type']])
        expect(written.press(key).value).to.deep.equal(docOf(one, two))
      }
      written
        .open(docOf(one, kind, paragraph(), two))
        .intoEmpty()
        .press('Backspace')
      expect([written.value, written.card]).to.deep.equal([before, kind['type']])
    })

  it('a card outside a quote or list stays outside', () => {
    for (const kind of [...stored, { type: 'horizontalRule' }])
      for (const inside of [quote(one), bullets(item(one)), tasks(one)]) {
        const before = docOf(inside as Record<string, unknown>, kind, two)
        written.open(before).caret('one', 'after').press('Delete')
        expect([written.value, written.card]).to.deep.equal([before, kind['type']])
      }
  })
})
