/** Which tables of a plan are the application's: those that are there, unless the plan gives their names away first. */
import { expect } from 'chai'
import type { SchemaChange } from '../../lib/migrations/changes.ts'
import { takenTables } from '../../lib/migrations/taken-tables.ts'
import { DATABASES, end, HOSTS, type Started, start } from '../harness/start.ts'

const table = (name: string) => ({ name, columns: [], indexes: [] })
const creates: SchemaChange = { do: 'createTable', table: table('posts') }
const renames: SchemaChange = { do: 'renameTable', from: 'posts', table: table('articles') }

const PLANS: [what: string, plan: SchemaChange[], taken: string[]][] = [
  ['a table that is there', [creates], ['posts']],
  ['one that is renamed first', [renames, creates], []],
  ['one that is dropped first', [{ do: 'drop', table: 'posts' }, creates], []],
  ['one of which only a column is dropped', [{ do: 'drop', table: 'posts', column: 'title' }, creates], ['posts']],
  ['one that is renamed too late', [creates, renames], ['posts']],
  ['one that is not there', [{ do: 'createTable', table: table('unheard_of') }], []],
]

for (const database of DATABASES)
  describe(`migrations: taken tables with ${database.name}`, () => {
    let started: Started

    before(async () => {
      started = await start(HOSTS[0]!, database, { collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }] })
    })
    after(() => end(started.cms))

    for (const [what, plan, taken] of PLANS)
      it(what, async () => expect(await takenTables(plan, started.cms.engine.store)).to.deep.equal(taken))
  })
