/** What a server, a database and a user on it must have, and what is said where they lack it. */
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import pg from 'pg'
import { postgres } from '../../adapters/postgres/index.ts'
import { createCms } from '../../lib/cms.ts'
import { postgresUrl } from '../harness/postgres-server.ts'
import { SECRET } from '../harness/start.ts'

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }

describe('store/opened Postgres', () => {
  const name = `t${randomBytes(6).toString('hex')}`
  const databases: string[] = []
  let admin: pg.Client

  before(async () => {
    admin = new pg.Client({ connectionString: postgresUrl() })
    await admin.connect()
    await admin.query(`create role ${name} login password 'secret'`)
  })
  after(async () => {
    for (const one of databases) await admin.query(`drop database ${one} with (force)`)
    await admin.query(`drop role ${name}`)
    await admin.end()
  })

  async function makeDatabase(encoding = 'UTF8'): Promise<string> {
    const made = `${name}_${databases.length}`
    await admin.query(`create database ${made} encoding '${encoding}' template template0 locale 'C'`)
    await admin.query(`revoke create on database ${made} from public`)
    databases.push(made)
    return made
  }

  function urlOf(database: string, more = ''): string {
    const url = new URL(postgresUrl())
    Object.assign(url, { pathname: `/${database}`, username: name, password: 'secret', search: more })
    return url.href
  }

  async function opening(url: string): Promise<string> {
    const fields = [{ name: 'title' }]
    try {
      const cms = await createCms({ secret: SECRET, log: silent, db: postgres({ url }), collections: [{ slug: 'notes', fields }] })
      const { title } = await cms.create('notes', { title: 'ช้าง' })
      await cms.stop()
      return `stored ${title}`
    } catch (error) {
      return (error as Error).message
    }
  }

  it('a user who owns the schema needs no right to make one', async () => {
    const database = await makeDatabase()
    expect(await opening(urlOf(database))).to.equal(
      `The user ${name} may not create the schema cms. As the owner of the database, run: create schema cms authorization ${name}`,
    )
    const owner = new URL(postgresUrl())
    owner.pathname = `/${database}`
    const client = new pg.Client({ connectionString: owner.href })
    await client.connect()
    await client.query(`create schema cms authorization ${name}`)
    await client.end()
    expect(await opening(urlOf(database))).to.equal('stored ช้าง')
  })

  it('its encoding holds every language', async () => {
    for (const encoding of ['LATIN1', 'SQL_ASCII']) {
      const database = await makeDatabase(encoding)
      expect(await opening(urlOf(database)))
        .to.include(`The database '${database}' at `)
        .and.include(
          ` has the encoding ${encoding}, which can't hold every language. Create one with: create database ${database} encoding 'UTF8'`,
        )
    }
  })

  it('TLS is asked for in its address', async () => {
    const database = await makeDatabase()
    expect(await opening(urlOf(database, '?sslmode=verify-full'))).to.match(
      /^Postgres at \S+ has no TLS: switch it on there, or leave 'sslmode' out of 'url'$/,
    )
  })
})
