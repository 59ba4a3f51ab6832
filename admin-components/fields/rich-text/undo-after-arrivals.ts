/** Undo and redo of one's own change after changes of others have arrived: what comes back or moves has what they wrote in it. The library's history
 * brings back blocks as they were, without their words.
 * Tested by test/admin-components/undo-after-arrivals.test.ts.
 */
import { Extension } from '@tiptap/core'
import { isHistoryTransaction, redoDepth, undoDepth } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import type { EditorState, Plugin, SelectionBookmark, Transaction } from '@tiptap/pm/state'
import type { StepMap } from '@tiptap/pm/transform'
import { become } from './differences.ts'
import { removesOwn, reverts } from './whole-undo.ts'

/** Two texts between which nothing has arrived. */
interface Stretch {
  from: Node
  to: Node
  isClosed: boolean
}

/** What one press of undo or redo changes, the last stretch first. */
interface Entry {
  stretches: Stretch[]
}

type Branch = 'done' | 'undone'

/** The meta key of a change that is neither one's own nor of others, such as a file that arrives in its place. Its value does the same to any text. */
export const SETTLED = 'settled'

/** Where two changed the same block, theirs stays, and it isn't whole. */
export type Merge = (sides: { before: Node; mine: Node; theirs: Node }) => { doc: Node; isWhole: boolean }

export const undoAfterArrivals = (merge: Merge) =>
  Extension.create<object, Record<Branch, Entry[]>>({
    name: 'undoAfterArrivals',
    // The innermost: it meets each transaction as it is applied.
    priority: 1,
    addStorage: () => ({ done: [], undone: [] }),
    dispatchTransaction({ transaction, next }) {
      const { storage, editor } = this
      const before = editor.state
      keepAsMany(storage, before)
      const entry = isHistoryTransaction(transaction) ? storage[isRedo(transaction) ? 'undone' : 'done'].at(-1) : undefined
      if (entry?.stretches.some(({ isClosed }) => isClosed)) lead(transaction, before, target(entry, transaction, merge))
      next(transaction)
      note(storage, transaction, before, editor.state)
    },
  })

/** The parts of the library's history that have no types. */
interface Steps {
  addTransform(transform: Transaction, selection: SelectionBookmark, options: object, isExact: boolean): Steps
  addMaps(maps: readonly StepMap[]): Steps
}
type History = Record<Branch, Steps>
const HISTORY = 'history$'

const isRedo = (transaction: Transaction): boolean => transaction.getMeta(HISTORY).redo

/** Makes an undo or redo end with another text, also for the redo or undo that reverts it. */
function lead(transaction: Transaction, before: EditorState, doc: Node): void {
  const count = transaction.steps.length
  become(transaction, doc)
  if (transaction.steps.length === count) return
  const { redo, historyState: history } = transaction.getMeta(HISTORY) as { redo: boolean; historyState: History }
  const [source, other] = redo ? (['undone', 'done'] as const) : (['done', 'undone'] as const)
  const plugin = before.plugins.find((one) => (one as unknown as { key: string }).key === HISTORY) as Plugin<History>
  const steps = plugin.getState(before)?.[other].addTransform(transaction, before.selection.getBookmark(), plugin.spec['config'], false)
  const branches = { [source]: history[source].addMaps(transaction.mapping.maps.slice(count)), [other]: steps }
  const historyState = Object.assign(Object.create(Object.getPrototypeOf(history)), history, branches)
  transaction.setMeta(HISTORY, { redo, historyState })
}

/** The history forgets its oldest steps, and all of them with another document. */
function keepAsMany(storage: Record<Branch, Entry[]>, state: EditorState): void {
  const [done, undone] = [undoDepth(state), redoDepth(state)]
  storage.done.splice(0, storage.done.length - done)
  storage.undone.splice(0, storage.undone.length - undone)
}

function note(storage: Record<Branch, Entry[]>, transaction: Transaction, before: EditorState, after: EditorState): void {
  const stretch = { from: after.doc, to: before.doc, isClosed: false }
  const settled: ((text: Node) => Node) | undefined = transaction.getMeta(SETTLED)
  if (settled) {
    for (const one of stretchesIn(storage)) Object.assign(one, { from: settled(one.from), to: settled(one.to) })
  } else if (isHistoryTransaction(transaction)) {
    const [source, other] = isRedo(transaction) ? ([storage.undone, storage.done] as const) : ([storage.done, storage.undone] as const)
    source.pop()
    other.push({ stretches: [stretch] })
  } else if (transaction.docChanged && transaction.getMeta('addToHistory') === false) {
    for (const one of stretchesIn(storage)) one.isClosed = true
  } else if (transaction.docChanged) {
    storage.undone = []
    const last = undoDepth(after) > undoDepth(before) ? undefined : storage.done.at(-1)
    const open = last?.stretches.at(-1)
    if (!last || !open) storage.done.push({ stretches: [stretch] })
    else if (open.isClosed) last.stretches.push(stretch)
    else open.from = after.doc
  }
}

const stretchesIn = ({ done, undone }: Record<Branch, Entry[]>): Stretch[] => [...done, ...undone].flatMap(({ stretches }) => stretches)

/** The text after it; the same text if it can't be done without words of others. */
function target({ stretches }: Entry, transaction: Transaction, merge: Merge): Node {
  const now = transaction.before
  let [doc, isWhole] = [now, true]
  for (const { from, to } of [...stretches].reverse()) {
    const merged = merge({ before: from, mine: to, theirs: doc })
    doc = merged.doc
    isWhole &&= merged.isWhole
  }
  const plain = removesOwn(stretches, transaction) ? [transaction.doc] : []
  const choices = isWhole ? [doc, ...plain] : [...plain, doc]
  return choices.find((one) => !one.eq(now) && reverts(stretches, now, one)) ?? now
}
