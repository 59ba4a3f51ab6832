/** Describes each change in words. */
import { isMadeWay } from '../store/columns.ts'
import type { Outline } from '../store/outline.ts'
import { columnsOfTally } from '../store/tally.ts'
import type { AddIndex, InnerPath, SchemaChange } from './changes.ts'
import { isBlock, nameIn, renamedAt } from './inside.ts'
import { isPassing, ownName } from './moves.ts'
import { convertedInside, isRetargeted } from './values.ts'

export const describeChange = (change: SchemaChange): string => sentenceFor(change) + inBatches(change)

function sentenceFor(change: SchemaChange): string {
  switch (change.do) {
    case 'createTable':
      return `create the table '${change.table.name}' with ${change.table.columns.length} columns${startingEmpty(change.gaveTo)}`
    case 'renameTable':
      return `rename the table '${change.from}' to '${change.table.name}'`
    case 'addColumn':
      return `add the column '${change.column.name}' to '${change.table}'${startingEmpty(change.gaveTo)}`
    case 'settle':
      return settled(
        change.names.map((name) => `'${name}'`).join(', ') + (change.table === undefined ? '' : ` of '${change.table}'`),
        change.names,
      )
    case 'fill':
      return `fill the empty values of the column '${change.column.name}' of '${change.table}' with '${change.column.initially}'`
    case 'renameColumn':
      return `rename the ${change.isParked ? 'parked ' : ''}column '${change.from}' of '${change.table}' to '${change.to}'`
    case 'convert':
      return (
        retargeted(`column '${change.column.name}' of '${change.table}'`, change.held, change.column.holds, change.parkedAs) ??
        `convert the column '${change.column.name}' of '${change.table}' from ${kindIn(change.held, change.from)} to ${kindIn(change.column.holds, change.column.kind)}${alsoInside(change.held, change.column.holds)}; the old values stay in '${change.parkedAs}'`
      )
    case 'merge':
      return `where the column '${change.column.name}' of '${change.table}' is empty, show the values parked in '${change.from}'`
    case 'revert':
      return `use the values of the column '${change.column.name}' of '${change.table}' from before its conversion again; values written since then are converted back and stay in '${change.parkedAs}'`
    case 'park':
      return change.column === undefined
        ? `park the table '${change.table}': its rows stay, but nothing reads them`
        : `park the column '${change.column}' of '${change.table}': its values stay, but nothing reads them${change.hides ? '; rows that it hid BECOME VISIBLE' : ''}`
    case 'unpark':
      return change.column === undefined
        ? `use the parked table '${change.table}' again, with its rows`
        : `use the parked column '${change.column}' of '${change.table}' again, with its values`
    case 'drop':
      if (change.column === undefined) return `drop the table '${change.table}' and all its rows`
      return isMadeWay(change.column)
        ? `drop the old values of the column '${ownName(change.column)}' of '${change.table}'`
        : `drop the column '${change.column}' of '${change.table}' and all its values`
    case 'addIndex':
      return `index '${change.table}' by ${change.index.columns.join(', ')} (${change.index.why})${concurrently(change)}${clashing(change)}`
    case 'dropIndex':
      return `drop the index '${change.index}' of '${change.table}'`
    case 'count':
      return `count the rows of '${change.table}'${change.tally ? ` by ${columnsOfTally(change.tally).join(' and ')}` : ''}, to keep totals`
    case 'collect':
      return `collect the documents that '${change.table}.${change.column.replaceAll('$', '.')}' points to, so that their uses are known`
    case 'addInside':
      return `add ${inside(change)}${startingEmpty(change.gaveTo)}`
    case 'renameInside':
      return `rename ${inside(change)} to '${change.to}'`
    case 'convertInside':
      return (
        retargeted(inside(change).replace(/^the /, ''), change.held, change.holds, change.parkedAs) ??
        `convert ${inside(change)} from ${kindIn(change.held)} to ${kindIn(change.holds)}${alsoInside(change.held, change.holds)}; the old values stay in '${change.parkedAs}'`
      )
    case 'mergeInside':
      if (isBlock(change.inside)) return `show the blocks parked as '${change.from}' as ${inside(change)}`
      return `where ${inside(change)} is empty, show the values parked in '${change.from}'`
    case 'revertInside':
      return `use the values of ${inside(change)} from before its conversion again; values written since then are converted back and stay in '${change.parkedAs}'`
    case 'parkInside':
      return `park ${inside(change)}: its values stay in their rows, but nothing reads them`
    case 'unparkInside':
      return `use ${inside(change)} again, with the values parked in it`
    case 'dropInside':
      return isMadeWay(nameIn(change.inside))
        ? `drop the old values of ${inside({ ...change, inside: renamedAt(change.inside, ownName(nameIn(change.inside))) })}`
        : `drop ${inside(change)} and all its values`
  }
}

/** The user may have wanted a copy. */
const startingEmpty = (gaveTo: string | undefined): string =>
  gaveTo === undefined ? '' : `; it starts empty, because 'renamedFrom' moves its values to '${gaveTo}'`

const settled = (what: string, { length }: readonly string[]): string =>
  length === 1
    ? `leave ${what} as it is: the same 'renamedFrom' has already moved its values in this database. To move values again, rename them to a third name first`
    : `leave ${what} as they are: the same 'renamedFrom' has already swapped them in this database. To swap them again, rename them by way of a third name`

/** Describes a slug change, without the internal names of displaced tables. */
export function slugInWords(from: string, to?: string): string {
  if (to === undefined) return `'${from}' is used again`
  if (isPassing(to)) return `'${from}' gives its name to other values`
  if (isMadeWay(to)) return `'${ownName(from)}' is parked, because other values take its name`
  if (isMadeWay(from)) return `'${to}' is back, with its parked values`
  return `'${ownName(from)}' is now '${to}'`
}

/** Describes how to undo a change. */
export function undoInWords(change: SchemaChange): string {
  switch (change.do) {
    case 'drop':
    case 'dropInside':
      return 'only a backup can bring dropped values back'
    case 'settle':
      return 'it does not change the database'
    case 'fill':
    case 'merge':
    case 'mergeInside':
      return 'migrate:undo leaves the values that were filled in'
    case 'addColumn':
    case 'addInside':
    case 'createTable':
      return 'migrate:undo parks it, with the values written to it'
    case 'convert':
    case 'convertInside':
      return 'migrate:undo uses the old values again, and converts back those written since; migrate --restore brings back single fields'
    case 'park':
    case 'parkInside':
      return 'migrate:undo uses it again, and so does a schema that contains it'
    case 'count':
    case 'collect':
      return 'it changes no content'
    case 'addIndex':
      return 'migrate:undo drops the index'
    case 'dropIndex':
      return 'migrate:undo creates the index again'
    default:
      return 'migrate:undo reverses it'
  }
}

/** `rows.k`, `layout[video].url`, `seo.links.url`. */
export const spelled = (column: string, inside: InnerPath = ''): string => column + inside

const inside = (change: { table: string; column: string; inside: InnerPath }): string =>
  `the ${isBlock(change.inside) ? 'block type' : 'field'} '${spelled(change.column, change.inside)}' of '${change.table}'`

export function kindIn(outline: Outline | undefined, otherwise = 'json'): string {
  if (!outline) return otherwise
  if (outline.blocks) return 'blocks'
  if (outline.fields) return outline.list ? 'rows' : 'a group'
  const kind = outline.to !== undefined ? `a relation to '${outline.to}'` : outline.moment ? 'date' : typeIn(outline)
  return outline.list ? `several values of ${kind}` : kind
}

function typeIn({ kind, asks }: Outline): string {
  if (asks?.['enum']) return 'select'
  if (kind === 'json') return asks?.['type'] === 'object' ? 'rich text' : kind
  return asks?.['format'] ?? (asks?.['type'] === 'integer' ? 'whole number' : kind)
}

/** What changes inside a field that contains others: `; in it, 'price' from text to number`. */
function alsoInside(from: Outline | undefined, to: Outline | undefined): string {
  if (!from || !to) return ''
  const inner = convertedInside(from, to).map((one) => `'${one.name}' from ${kindIn(one.from)} to ${kindIn(one.to)}`)
  return inner.length === 0 ? '' : `; in it, ${inner.join(', ')}`
}

function retargeted(what: string, from: Outline | undefined, to: Outline | undefined, parkedAs: string): string | undefined {
  if (!from || !to || !isRetargeted(from, to)) return undefined
  return `point the ${what} to '${to.to}' instead of '${from.to}': it starts empty, since the same ids belong to other documents there; the old ids stay in '${parkedAs}'`
}

function inBatches({ inBatches }: SchemaChange): string {
  if (inBatches === undefined) return ''
  return `; it runs in batches while others keep writing${inBatches === 'again' ? ', and continues where an earlier attempt stopped' : ''}`
}

function concurrently({ concurrently }: AddIndex): string {
  if (concurrently === undefined) return ''
  return concurrently === 'first' ? ' while others keep writing' : ' again, while others keep writing: an earlier attempt was not finished'
}

function clashing({ index, clashes }: AddIndex): string {
  if (clashes === undefined) return ''
  return index.where ? `; it waits until these values are changed: ${clashes}` : `; it fails until these values are changed: ${clashes}`
}
