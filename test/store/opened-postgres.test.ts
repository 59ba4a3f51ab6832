/** What a server, a database and a user on it must have, and what is said where they lack it. */
import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import express from 'express'
import pg from 'pg'
import supertest from 'supertest'
import { cmsMiddleware } from '../../adapters/express.ts'
import { postgres } from '../../adapters/postgres/index.ts'
import { createCms } from '../../lib/cms.ts'
import { PostgresProcess } from '../harness/postgres-process.ts'
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

  it('requests are told to come back while the server is away, and the log says so once', async function () {
    this.timeout(30_000)
    const server = await PostgresProcess.make()
    const logged: string[] = []
    const log = { ...silent, error: (line: string, facts?: object) => void logged.push(`${line}: ${JSON.stringify(facts)}`) }
    try {
      await server.start()
      const fields = [{ name: 'title' }]
      const cms = cmsMiddleware({
        secret: SECRET,
        log,
        jobsTimer: false,
        db: postgres({ url: server.url }),
        collections: [{ slug: 'notes', access: { read: 'anyone', create: 'anyone' }, fields }],
      })
      const agent = supertest(express().use(cms))
      expect((await agent.post('/api/cms/notes').send({ title: 'a' })).status).to.equal(201)
      await server.stop('SIGINT')
      for (let n = 0; n < 3; n++) {
        const answers = await Promise.all([agent.get('/api/cms/notes'), agent.post('/api/cms/notes').send({ title: 'b' })])
        for (const { status, headers, body } of answers)
          expect([status, headers['retry-after'], body.errors[0].code]).to.deep.equal([503, '1', 'UNAVAILABLE'])
      }
      expect(logged).to.have.length(1)
      expect(logged[0]).to.match(/^requests are answered with 503: \{"error":"Postgres at \S+ can't be reached \(ECONNREFUSED\)/)
      await server.start()
      expect((await agent.get('/api/cms/notes')).body.totalDocs).to.equal(1)
      await (await cms.cms).stop()
    } finally {
      server.remove()
    }
  })

  it('TLS is asked for in its address', async () => {
    const database = await makeDatabase()
    expect(await opening(urlOf(database, '?sslmode=verify-full'))).to.match(
      /^Postgres at \S+ has no TLS: switch it on there, or leave 'sslmode' out of 'url'$/,
    )
  })
})
