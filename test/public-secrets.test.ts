/** In production, the CMS doesn't start with a secret that anyone can read in galley's documentation and examples. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { isPublicSecret } from '../lib/public-secrets.ts'
import { galley, project } from './harness/project.ts'
import { DATABASES, end, startCms } from './harness/start.ts'

const ROOT = path.join(import.meta.dirname, '..')
const DOCUMENTED = 'a-secret-of-at-least-thirty-two-characters'
const SAYS = "secret: is one from galley's documentation, so anyone can know it. In production, use a secret of your own"

/** Texts that could be secrets, in lines that mention one. */
function documentedSecrets(): string[] {
  const inExamples = readdirSync(path.join(ROOT, 'examples'), { recursive: true, encoding: 'utf8' })
    .filter((file) => !/(?:^|\/)(?:node_modules|dist|uploads)\//.test(file) && /\.(?:js|ts|mjs|json|md|env|ya?ml)$/.test(file))
    .map((file) => path.join('examples', file))
  const inDocs = readdirSync(path.join(ROOT, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file))
  const lines = ['README.md', ...inDocs, ...inExamples].flatMap((file) => readFileSync(path.join(ROOT, file), 'utf8').split('\n'))
  return lines.flatMap((line) => {
    const after = /secret\b.*?(?:[:=]|\?\?)(.*)/i.exec(line)?.[1] ?? ''
    return [...after.matchAll(/['"`]?([\w+/-]{32,}=*)['"`]?/g)].map(([, text]) => text!)
  })
}

describe('public secrets', () => {
  it('are all those of the README, the docs and the examples', () => {
    const found = [...new Set(documentedSecrets())]
    expect(found).to.include(DOCUMENTED).and.to.have.length.above(2)
    expect(found.filter((one) => !isPublicSecret(one))).to.deep.equal([])
  })

  it('stop the start in production, and nowhere else', async () => {
    const database = DATABASES[0]!
    const error = await startCms(database, { secret: DOCUMENTED, production: true }).catch((thrown: Error) => thrown)
    expect(error).to.be.an('error').with.property('message').that.includes(SAYS).and.includes('CMS_SECRET').and.includes('openssl rand')
    const before = process.env['NODE_ENV']
    process.env['NODE_ENV'] = 'production'
    try {
      const again = await startCms(database, { secret: DOCUMENTED }).catch((thrown: Error) => thrown)
      expect(again).to.be.an('error').with.property('message').that.includes(SAYS)
    } finally {
      if (before === undefined) delete process.env['NODE_ENV']
      else process.env['NODE_ENV'] = before
    }
    await end(await startCms(database, { secret: DOCUMENTED, production: false }))
  })

  it('are reported by the doctor @long', () => {
    const config = (production: boolean) => `import { sqlite } from 'galley/sqlite'
export default { secret: '${DOCUMENTED}', production: ${production}, db: sqlite({ filename: ':memory:' }), collections: [] }
`
    const doctor = (production: boolean) => galley(project(config(production)), 'doctor').output
    expect(doctor(true)).to.include("✗ the secret is one from galley's documentation").and.to.include('openssl rand -base64 48')
    expect(doctor(false)).to.include("✓ the secret is one from galley's documentation")
  })
})
