/** Each example starts, answers, and ends in order. */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { postgresUrl } from './harness/postgres-server.ts'

const folder = fileURLToPath(new URL('../examples', import.meta.url))

describe('examples', () => {
  it('express-blog shows its pages, its API and its sample content', async () => {
    const home = path.join(folder, 'express-blog')
    const data = path.join(home, '.data-of-the-test')
    rmSync(data, { recursive: true, force: true })
    const child = spawn(process.execPath, ['server.js'], {
      cwd: home,
      env: { ...process.env, PORT: '0', BLOG_DATA: data },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const [origin, setUp] = await new Promise<[string, string]>((resolve) => {
        let output = ''
        child.stdout.on('data', (chunk) => {
          output += chunk
          const found = /The blog\s+(http:\S+)\/[\s\S]*Set-up\s+(http:\S+)/.exec(output)
          if (found) resolve([found[1]!, found[2]!])
        })
      })
      const get = async (url: string) => (await fetch(origin + url)).text()
      expect(await get('/'))
        .to.include('Hello, galley')
        .and.to.include('ตัวเรียงพิมพ์')
      expect(await get('/posts/hello-galley')).to.include('Set it, proof it, publish it.')
      expect((await fetch(`${origin}/posts/nothing`)).status).to.equal(404)
      expect(JSON.parse(await get('/api/cms/posts?where[author.name][equals]=Ada')).docs).to.have.length(1)
      expect(await get(setUp.slice(origin.length))).to.include('<cms-admin ')
      const register = (setupCode: string | null) =>
        fetch(`${origin}/api/cms/users/first-register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'ada@example.org', password: 'correct horse', setupCode }),
        })
      expect((await register('a guess')).status).to.equal(400)
      expect((await register(new URL(setUp).searchParams.get('setupCode'))).status).to.equal(201)
      child.kill('SIGTERM')
      expect(await new Promise((resolve) => child.on('close', resolve))).to.equal(0)
    } finally {
      child.kill()
      rmSync(data, { recursive: true, force: true })
    }
  })

  it('schema-as-json shows its programme, from JSON Schema alone', async () => {
    const home = path.join(folder, 'schema-as-json')
    const data = path.join(home, '.data-of-the-test')
    rmSync(data, { recursive: true, force: true })
    const child = spawn(process.execPath, ['server.js'], {
      cwd: home,
      env: { ...process.env, PORT: '0', EVENTS_DATA: data },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const origin = await new Promise<string>((resolve) => {
        let output = ''
        child.stdout.on('data', (chunk) => {
          output += chunk
          const found = /The programme\s+(http:\S+)\/\n[\s\S]*Set-up/.exec(output)
          if (found) resolve(found[1]!)
        })
      })
      const get = async (url: string) => (await fetch(origin + url)).text()
      expect(await get('/'))
        .to.include('An evening of type')
        .and.to.include('at The composing room, Chiang Mai')
      expect((await fetch(`${origin}/nothing`)).status).to.equal(404)
      expect(JSON.parse(await get('/api/cms/events?where[venue.city][equals]=Chiang Mai&sort=on')).docs[0].slug).to.equal(
        'an-evening-of-type',
      )
      expect(await get('/admin')).to.include('<cms-admin ')
      child.kill('SIGTERM')
      expect(await new Promise((resolve) => child.on('close', resolve))).to.equal(0)
    } finally {
      child.kill()
      rmSync(data, { recursive: true, force: true })
    }
  })

  for (const [name, env] of [
    ['SQLite', () => ({})],
    ['Postgres', () => ({ DATABASE_URL: postgresUrl(), BLOG_SCHEMA: `e${Math.random().toString(36).slice(2)}` })],
  ] as const) {
    it(`koa-blog speaks two languages, and shows a draft to who has its link, with ${name}`, async () => {
      const home = path.join(folder, 'koa-blog')
      const data = path.join(home, '.data-of-the-test')
      rmSync(data, { recursive: true, force: true })
      const child = spawn(process.execPath, ['server.js'], {
        cwd: home,
        env: { ...process.env, PORT: '0', BLOG_DATA: data, ...env() },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      try {
        const [origin, draft] = await new Promise<[string, string]>((resolve) => {
          let output = ''
          child.stdout.on('data', (chunk) => {
            output += chunk
            const found = /The blog\s+(http:\S+)\/en[\s\S]*A draft\s+(http:\S+)[\s\S]*Set-up/.exec(output)
            if (found) resolve([found[1]!, found[2]!])
          })
        })
        const get = async (url: string) => (await fetch(origin + url)).text()
        expect(await get('/en'))
          .to.include('Setting type')
          .and.to.include('Making paper')
          .and.not.include('Binding books')
        expect(await get('/th'))
          .to.include('การเรียงพิมพ์')
          .and.to.include('Making paper')
        const article = await get(`/th/articles/${encodeURIComponent('การเรียงพิมพ์')}`)
        expect(article).to.include('ตัวพิมพ์').and.to.include('href="/en/articles/setting-type"')
        expect(await (await fetch(draft)).text())
          .to.include('This is a draft')
          .and.to.include('Thread, glue and patience.')
        expect((await fetch(draft.split('?')[0]!)).status).to.equal(404)
        expect((await fetch(draft.slice(0, -3))).status).to.equal(404)
        expect((await fetch(`${origin}/xx`)).status).to.equal(404)
        expect(JSON.parse(await get('/api/cms/articles?locale=th&sort=title')).totalDocs).to.equal(2)
        child.kill('SIGTERM')
        expect(await new Promise((resolve) => child.on('close', resolve))).to.equal(0)
      } finally {
        child.kill()
        rmSync(data, { recursive: true, force: true })
      }
    })
  }
})
