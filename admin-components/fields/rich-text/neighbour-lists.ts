/** Two lists of one kind become one when an edit removes what was between them. Lists that were neighbours before stay apart.
 * Tested by test/admin-components/writing-lists.test.ts.
 */
import { Extension } from '@tiptap/core'
import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { Plugin } from '@tiptap/pm/state'
import type { Mapping } from '@tiptap/pm/transform'
import { changedRanges, mappingOf } from './edits.ts'

export const NeighbourLists = Extension.create({
  name: 'neighbourLists',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction: (transactions, { doc: before }, { doc, tr }) => {
        const mapping = mappingOf(transactions)
        if (!mapping) return null
        const back = mapping.invert()
        for (const at of edgesOfBlocks(doc, changedRanges(mapping).flat()))
          if (isBetweenAlike(doc.resolve(at)) && wereApart(before, back, doc.resolve(at))) tr.join(at)
        return tr.docChanged ? tr : null
      },
    }),
  ],
})

/** From the last one, so that the places of those before it stay the same. */
function edgesOfBlocks(doc: Node, places: readonly number[]): number[] {
  const edges = new Set(places)
  for (const place of places) {
    const $place = doc.resolve(place)
    for (let depth = $place.depth; depth > 0; depth--) edges.add($place.before(depth)).add($place.after(depth))
  }
  return [...edges].sort((one, other) => other - one)
}

/** Attributes of the second list that the editor doesn't know would be lost, so such a list stays apart. */
function isBetweenAlike({ nodeBefore, nodeAfter }: ResolvedPos): boolean {
  return nodeBefore !== null && nodeBefore.type === nodeAfter?.type && /List$/.test(nodeBefore.type.name) && !nodeAfter.attrs['kept']
}

/** Lists that were pasted together are neighbours from the start. A block that has become a list joins bullets and tasks, but numbers begin anew. */
function wereApart(before: Node, back: Mapping, { pos, nodeAfter }: ResolvedPos): boolean {
  const [from, to] = [back.map(pos, -1), back.map(pos)]
  const joinsAnyway = nodeAfter?.type.name !== 'orderedList' && !isBetweenAlike(before.resolve(from))
  return !back.mapResult(pos).deletedAcross && (from < to || joinsAnyway)
}
