/** The table of entries, and the ends of their chain. */
import { IDENTITY, index, type TableSpec } from '../../store/tables.ts'

export const ENTRIES = 'audit-log'
export const ENDS = '$audit_ends'

const text = (name: string) => ({ name, kind: 'text' as const })

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

const NUMBERS: readonly string[] = ['doc', 'actor_id']

export const auditTables: readonly TableSpec[] = [
  {
    name: ENTRIES,
    columns: [
      IDENTITY,
      ...CONTENT.map((name) => (NUMBERS.includes(name) ? { name, kind: 'id' as const } : text(name))),
      text(ACTOR_KEY),
      text('mark'),
      { name: 'seq', kind: 'id' },
      text('signature'),
    ],
    indexes: [index(ENTRIES, ['seq'], 'the chain', true), index(ENTRIES, ['target', 'doc'], 'the story of a document')],
  },
  {
    name: ENDS,
    columns: [IDENTITY, text('name'), { name: 'seq', kind: 'id' }, text('signature'), text('seal'), text('at'), text('detail')],
    indexes: [index(ENDS, ['name'], 'one of each', true)],
  },
]
