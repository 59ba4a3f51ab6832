/** A limited statement on Postgres: its settings are its own. */
import { expect } from 'chai'
import { postgres } from '../../adapters/postgres/index.ts'
import { StatementTimeout } from '../../lib/store/contract.ts'
import { postgresUrl } from '../harness/postgres-server.ts'

const SETTINGS = ['statement_timeout', 'transaction_read_only', 'jit', 'max_parallel_workers_per_gather']
const sql = `select ${SETTINGS.map((name) => `current_setting('${name}') as ${name}`).join(', ')}, pg_backend_pid() as session`

describe('store/limited statements', () => {
  it('leave the session as it was, whether they end or are stopped', async () => {
    const db = postgres({ url: postgresUrl(), pool: { min: 1, max: 1 } })
    const connections = await db.open({ log: { info() {}, warn() {}, error() {} } })
    try {
      const [before] = await connections.read(sql, [])
      const { rows } = await connections.limited({ sql }, [], 'slow', 5000)
      const { session, ...found } = rows[0]!
      expect(found).to.deep.equal({
        statement_timeout: '5s',
        transaction_read_only: 'on',
        jit: 'off',
        max_parallel_workers_per_gather: '0',
      })
      expect(await connections.read(sql, [])).to.deep.equal([before])
      const stopped = await connections.limited({ sql: 'select pg_sleep(10)' }, [], 'quick', 50).catch((error) => error)
      expect(stopped).to.be.instanceOf(StatementTimeout)
      const refused = await connections
        .limited({ sql: `select set_config('application_name', $1, false), nextval('none')` }, ['x'], 'quick', 5000)
        .catch((error) => error)
      expect(refused.code).to.equal('42P01')
      expect(await connections.read(sql, [])).to.deep.equal([before])
      expect(session).to.equal(before!['session'])
    } finally {
      await connections.close()
    }
  })
})
