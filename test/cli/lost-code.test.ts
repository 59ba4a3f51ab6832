/** What the command line says about code that belongs to no content type, and about slow patterns. */
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { GALLEY, galley, project } from '../harness/project.ts'

function projectWith(files: Record<string, string>): string {
  const folder = project(`import { sqlite } from 'galley/sqlite'
export default { secret: 'a-secret-of-at-least-thirty-two-characters', db: sqlite({ filename: 'cms.db' }), schema: './schema' }
`)
  mkdirSync(path.join(folder, 'schema'))
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, 'schema', name), text)
  return folder
}

const MISTAKES = {
  'post.graphql': 'type Post @collection(slug: "posts") {\n  name: String @pattern(regex: "^(\\\\w+\\\\s?)+$")\n}',
  'posts.ts': 'export default { access: { read: () => false } }',
  'page.graphql': 'type Page @collection(slug: "pages") { title: String }',
  'page.js': 'export default {\n  acces: { read: () => false },\n}',
}
const PROBLEMS = [
  "schema/posts.ts: this code belongs to no content type, so its rules would have no effect\n  did you mean 'schema/post.ts'?",
  "schema/page.js:2:3: unknown key 'acces'; use one of: access, hooks, fields, preview\n      acces: { read: () => false },\n      ^\n  did you mean 'access'?",
  'schema/post.graphql:2:25: this pattern takes exponential time, for example on',
]

describe('cli: code that would get lost', function () {
  this.timeout(60_000)

  it('schema:check says all of it', () => {
    const { status, output } = galley(projectWith(MISTAKES), 'schema:check')
    for (const sentence of PROBLEMS) expect(output).to.include(sentence)
    expect(output).to.include('3 problems in the schema:')
    expect(status).to.equal(1)
  })

  it('dev says all of it, and serves nothing @long', async () => {
    const child = spawn(process.execPath, [GALLEY, 'dev', '--port', '0'], {
      cwd: projectWith(MISTAKES),
      env: { ...process.env, NO_COLOR: '1' },
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    let output = ''
    try {
      await new Promise<void>((resolve) => {
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk) => {
            output += chunk
            if (output.includes('Waiting for a change')) resolve()
          })
      })
    } finally {
      child.kill('SIGTERM')
      await ended
    }
    for (const sentence of PROBLEMS) expect(output).to.include(sentence)
    expect(output).to.not.match(/API\s+http/)
  })
})
