/** The table of entries, and the ends of their chain. */

import { index } from '../../store/index-spec.ts'
import { ownTable } from '../../store/records.ts'
import { IDENTITY } from '../../store/tables.ts'

export const ENTRIES = '$audit'
const ENDS = '$audit_ends'

/** The content of an entry, in the order in which its mark covers it. */
export const CONTENT = [
  'key',
  'at',
  'action',
  'target',
  'doc',
  'title',
  'actor_id',
  'actor_email',
  'via',
  'ip',
  'user_agent',
  'changes',
  'detail',
  'scope',
] as const

/** The key of an external actor. Entries from before this column existed are marked without it. */
export const ACTOR_KEY = 'actor_key'

export const entriesTable = ownTable({
  name: ENTRIES,
  was: 'audit-log',
  columns: [
    IDENTITY,
    ...CONTENT.map((name) => ({ name, kind: name === 'doc' || name === 'actor_id' ? 'id' : 'text' }) as const),
    { name: ACTOR_KEY, kind: 'text' },
    { name: 'mark', kind: 'text' },
    { name: 'seq', kind: 'id' },
    { name: 'signature', kind: 'text' },
  ],
  indexes: [index(ENTRIES, ['seq'], 'the chain', true), index(ENTRIES, ['target', 'doc'], 'the story of a document')],
})

export const endsTable = ownTable({
  name: ENDS,
  columns: [
    IDENTITY,
    { name: 'name', kind: 'text' },
    { name: 'seq', kind: 'id' },
    { name: 'signature', kind: 'text' },
    { name: 'seal', kind: 'text' },
    { name: 'at', kind: 'text' },
    { name: 'detail', kind: 'text' },
  ],
  indexes: [index(ENDS, ['name'], 'one of each', true)],
})
