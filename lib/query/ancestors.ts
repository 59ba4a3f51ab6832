/** Trees stored as rows that name their parent. Tested by test/query/model.test.ts. */
import type { Store } from '../store/store.ts'
import type { Statement } from '../store/write-set.ts'

/** Returns a row if one is its own ancestor, or if it has more than `deepest` of them. */
export function ownAncestor({ dialect }: Store, name: string, parent: string, id: number, deepest: number): Statement {
  const { table, quote: q } = dialect
  return {
    kind: 'select',
    sql: `with recursive up(id, depth) as (
      select t.${q(parent)}, 1 from ${table(name)} t where t.${q('id')} = ?
      union all select t.${q(parent)}, up.depth + 1 from up join ${table(name)} t on t.${q('id')} = up.id where up.depth <= ${deepest}
    ) select up.id from up where up.id = ? or up.depth > ${deepest} limit 1`,
    values: [id, id],
  }
}
