/** `galley dev`: what is sound takes over, what is wrong is told and leaves the old one running. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { GALLEY, project } from '../harness/project.ts'

const SCHEMA = (fields: string) => `type Post @collection(slug: "posts") @access(read: anyone, create: anyone) {\n${fields}\n}\n`

describe('cli: dev', function () {
  this.timeout(60_000)
  let folder: string
  let child: ChildProcess
  let output = ''

  const waitFor = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (const end = Date.now() + 20_000; Date.now() < end; ) {
      const found = pattern.exec(output)
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    throw new Error(`no ${pattern} in:\n${output}`)
  }
  const write = (fields: string) => {
    output = ''
    writeFileSync(path.join(folder, 'schema/blog.graphql'), SCHEMA(fields))
  }

  before(() => {
    folder = project(`import { sqlite } from 'galley/sqlite'
export default { secret: 'a-secret-of-at-least-thirty-two-characters', db: sqlite({ filename: 'cms.db' }), schema: './schema' }
`)
    mkdirSync(path.join(folder, 'schema'))
    writeFileSync(path.join(folder, 'cms-types.d.ts'), '')
    write('  title: String!')
    child = spawn(process.execPath, [GALLEY, 'dev', '--port', '0', '--host', '127.0.0.1'], {
      cwd: folder,
      env: { ...process.env, NO_COLOR: '1', NODE_ENV: '' },
    })
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (output += chunk))
  })
  after(async () => {
    const ended = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    expect(await ended).to.equal(0)
  })

  it('takes up a changed schema, and goes on where it is wrong', async () => {
    const [, address] = await waitFor(/API\s+(http:\S+)/)
    const url = address!.replace('localhost', '127.0.0.1')
    const made = (body: object) =>
      fetch(`${url}/posts`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).then(
        (answer) => answer.json(),
      )
    expect(await made({ title: 'One', summary: 'x' })).to.not.have.property('summary')

    write('  title: String!\n  summary: Txt')
    await waitFor(/blog\.graphql:3:12: Unknown type "Txt"/)
    await waitFor(/The previous version keeps running/)
    expect((await fetch(`${url}/posts`)).status).to.equal(200)

    write('  title: String!\n  summary: Text')
    await waitFor(/add the column 'summary'/)
    await waitFor(/API\s+http/)
    for (const end = Date.now() + 10_000; Date.now() < end; ) {
      if ((await made({ title: 'Two', summary: 'x' })).summary === 'x') break
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(await made({ title: 'Three', summary: 'x' })).to.include({ summary: 'x' })
    for (const end = Date.now() + 10_000; Date.now() < end && !/summary/.test(readFileSync(path.join(folder, 'cms-types.d.ts'), 'utf8')); )
      await new Promise((resolve) => setTimeout(resolve, 50))
    expect(readFileSync(path.join(folder, 'cms-types.d.ts'), 'utf8')).to.include('summary')
    expect(existsSync(path.join(folder, 'cms.db'))).to.equal(true)
  })

  it('waits for a change where even the first start fails', async () => {
    const other = project('export default {}')
    let output = ''
    const waiting = spawn(process.execPath, [GALLEY, 'serve', '--watch', '--port', '0'], {
      cwd: other,
      env: { ...process.env, NO_COLOR: '1' },
    })
    const ended = new Promise((resolve) => waiting.once('close', resolve))
    await new Promise<void>((resolve) => {
      for (const stream of [waiting.stdout, waiting.stderr])
        stream.on('data', (chunk) => {
          output += chunk
          if (output.includes('Waiting for a change')) resolve()
        })
    })
    expect(output).to.include('secret')
    waiting.kill('SIGTERM')
    expect(await ended).to.equal(0)
  })
})
