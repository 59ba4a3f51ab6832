/** The examples in TypeScript, as projects of somebody else: strict types, those of their packages included, then the compiled server answers. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { root } from './docs/blocks.ts'
import { galley } from './harness/project.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

describe('examples in TypeScript @long', function () {
  this.timeout(300_000)
  const folders: string[] = []
  const children: ChildProcess[] = []

  afterEach(() => {
    for (const child of children.splice(0)) child.kill()
  })
  after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  /** A copy of the example with its packages. */
  function copied(name: string, ...packages: string[]): string {
    const home = mkdtempSync(path.join(tmpdir(), 'galley-example-'))
    folders.push(home)
    const source = path.join(root, 'examples', name)
    cpSync(source, home, { recursive: true, filter: (file) => !path.relative(source, file).startsWith('.') })
    writeFileSync(path.join(home, 'package.json'), '{ "type": "module" }')
    execFileSync('npm', ['install', '--no-fund', '--no-audit', '--loglevel=error', '@types/node@20', ...packages], { cwd: home })
    symlinkSync(root, path.join(home, 'node_modules/galley'))
    return home
  }

  function compile(home: string): void {
    execFileSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc')], { cwd: home, stdio: 'inherit' })
  }

  /** The address of the compiled server, the code that sets it up, and what it has printed so far. */
  async function started(home: string) {
    const env = { ...process.env, PORT: '0' }
    const child = spawn(process.execPath, ['build/server.js'], { cwd: home, env, stdio: ['ignore', 'pipe', 'inherit'] })
    children.push(child)
    let printed = ''
    const [, origin, setupCode] = await new Promise<string[]>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        printed += chunk
        const found = /The \w+ +(http:\S+)\/\n[\s\S]*setupCode=(\S+)/.exec(printed)
        if (found) resolve(found)
      })
      child.on('close', (code) => reject(new Error(`it ended with ${code}: ${printed}`)))
    })
    return { child, origin: origin!, setupCode: setupCode!, printed: () => printed }
  }

  async function ended(child: ChildProcess): Promise<void> {
    child.kill('SIGTERM')
    expect(await new Promise((resolve) => child.on('close', resolve))).to.equal(0)
  }

  it('koa-typescript shows its shelf, and filters it', async () => {
    const home = copied('koa-typescript', 'koa@3', '@types/koa', '@koa/router')
    compile(home)
    const { child, origin } = await started(home)
    const get = async (at: string) => (await fetch(origin + at)).text()
    expect(await get('/'))
      .to.include('by Matsuo Bashō (Japan)')
      .and.to.include('To the Lighthouse')
      .and.not.include('Orlando')
    expect(await get('/?mood=calm')).to.not.include('To the Lighthouse')
    expect(await get('/books/to-the-lighthouse')).to.include('<small>p. 175</small>')
    expect((await fetch(`${origin}/books/orlando`)).status).to.equal(404)
    await ended(child)
  })

  it('members-site takes members from sign-up to sign-out', async () => {
    const home = copied('members-site', 'express@5', '@types/express@5')
    const generated = readFileSync(path.join(home, 'cms-types.d.ts'), 'utf8')
    expect(galley(home, 'types').status).to.equal(0)
    expect(readFileSync(path.join(home, 'cms-types.d.ts'), 'utf8'), 'run `npx galley types` in the example').to.equal(generated)
    compile(home)
    const { child, origin, setupCode, printed } = await started(home)
    let cookie = ''
    const get = async (at: string) => {
      const answer = await fetch(origin + at, { headers: { cookie }, redirect: 'manual' })
      return `${answer.status} ${answer.headers.get('location') ?? ''} ${await answer.text()}`
    }
    const post = (at: string, body: object) => {
      const headers = { ...JSON_TYPE, cookie, 'x-csrf-token': /svc-csrf=([^;]+)/.exec(cookie)?.[1] ?? '' }
      return fetch(`${origin}/api/cms/users/${at}`, { method: 'POST', headers, body: JSON.stringify(body) })
    }
    expect(await get('/letters/on-margins'))
      .to.include('Sign in to read it')
      .and.not.include('thumb')
    expect(await get('/account')).to.match(/^302 \/sign-in/)
    expect(await get('/forms.js')).to.include('/api/cms/users/')
    expect((await post('first-register', { email: 'ada@example.org', password: 'correct horse', setupCode })).status).to.equal(201)

    const { token } = (await (await fetch(`${origin}/api/cms/users/signup`)).json()) as { token: string }
    // Bots are quicker.
    await new Promise((resolve) => setTimeout(resolve, 2100))
    const member = { email: 'jo@example.org', password: 'open sesame', name: 'Jo' }
    expect(await (await post('signup', { ...member, token })).json()).to.include({ verify: true })
    let mailed: string | undefined
    while (!mailed) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      mailed = /\/welcome\?token=([\w-]+)/.exec(printed())?.[1]
    }
    expect(await get(`/welcome?token=${mailed}`)).to.include('Confirm your address')
    const answer = await post('verify-email', { token: mailed })
    cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    expect(await get('/letters/on-margins'))
      .to.include('Hello, Jo')
      .and.to.include('where the thumb goes')
    expect(await get('/account')).to.include('You are signed in as jo@example.org')
    expect((await fetch(`${origin}/api/cms/admin/status`, { headers: { cookie } })).status).to.equal(403)
    expect((await post('logout', {})).status).to.equal(200)
    expect(await get('/'))
      .to.include('Sign in')
      .and.not.include('Jo')
    expect((await post('login', { email: member.email, password: member.password })).status).to.equal(200)
    await ended(child)
  })
})
