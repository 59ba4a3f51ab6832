/** Each example starts, answers, and ends in order. */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

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
        let said = ''
        child.stdout.on('data', (chunk) => {
          said += chunk
          const found = /The blog\s+(http:\S+)\/[\s\S]*Set-up\s+(http:\S+)/.exec(said)
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
      expect(await get(setUp.slice(origin.length))).to.include('Create the first admin')
      const register = (setupCode: string | null) =>
        fetch(`${origin}/api/cms/users/first-register`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'ada@example.org', password: 'correct horse', setupCode }),
        })
      expect((await register('a guess')).status).to.equal(400)
      expect((await register(new URL(setUp).searchParams.get('setupCode'))).status).to.equal(201)
      expect((await fetch(setUp)).status).to.equal(404)
      child.kill('SIGTERM')
      expect(await new Promise((resolve) => child.on('close', resolve))).to.equal(0)
    } finally {
      child.kill()
      rmSync(data, { recursive: true, force: true })
    }
  })
})
