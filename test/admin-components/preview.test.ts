/** Live preview in a real browser: a page shows what its admin says, and listens to nobody else. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { openPage } from '../harness/browser.ts'

const helper = fileURLToPath(new URL('../../admin-components/preview/preview.ts', import.meta.url))

describe('admin-components/preview', function () {
  this.timeout(60_000)
  let script: string
  const servers: Server[] = []

  /** A site of its own origin that serves one page, and the helper as a module. */
  async function serve(html: (url: URL) => string): Promise<string> {
    const server = createServer((request, response) => {
      const url = new URL(request.url!, 'http://x')
      const isScript = url.pathname === '/preview.js'
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      response.end(isScript ? script : html(url))
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  before(async () => {
    const built = await build({ entryPoints: [helper], bundle: true, format: 'esm', write: false })
    script = built.outputFiles[0]!.text
  })
  after(async () => {
    for (const server of servers) server.close()
  })

  const sitePage = (url: URL) => `<!doctype html><h1>old</h1><script type="module">
    import { livePreview } from '/preview.js'
    window.stop = livePreview({ origins: ${JSON.stringify(url.searchParams.get('admin') ?? undefined)}, show: (doc) => (document.querySelector('h1').textContent = doc.title) })
  </script>`
  const adminPage = (url: URL) => `<!doctype html><iframe src="${url.searchParams.get('site')}"></iframe><script>
    window.heard = []
    addEventListener('message', (event) => heard.push([event.origin, event.data]))
    window.say = (message, to = '*') => document.querySelector('iframe').contentWindow.postMessage(message, to)
  </script>`

  async function framed(
    adminFor: string | undefined,
  ): Promise<{ page: Page; site: string; admin: string; shown(): Promise<string | null> }> {
    const site = await serve(sitePage)
    const admin = await serve(adminPage)
    const page = await openPage()
    const inside = `${site}/?admin=${encodeURIComponent(adminFor ?? admin)}`
    await page.goto(`${admin}/?site=${encodeURIComponent(inside)}`)
    const frame = page.frames().find((one) => one.url().startsWith(site))!
    await frame.waitForFunction('window.stop')
    return { page, site, admin, shown: () => frame.locator('h1').textContent() }
  }

  const changed = (title: unknown) => ({ 'galley:preview': 'changed', doc: { title } })

  it('says that it is ready, and shows each change', async () => {
    const { page, site, shown } = await framed(undefined)
    expect(await page.evaluate('heard')).to.deep.equal([[site, { 'galley:preview': 'ready' }]])
    for (const title of ['new', 'ใหม่']) {
      await page.evaluate((message) => (globalThis as any).say(message), changed(title))
      await expectEventually(shown, title)
    }
    await page.close()
  })

  it('listens to no other origin, to no other window, and to nothing that is no document @long', async () => {
    const { page, shown } = await framed('https://admin.example')
    await page.evaluate((message) => (globalThis as any).say(message), changed('foreign'))
    expect(await page.evaluate('heard'), 'nor is it told that the page is ready').to.deep.equal([])
    await page.close()

    const other = await framed(undefined)
    for (const message of [
      null,
      'text',
      { 'galley:preview': 'changed' },
      { 'galley:preview': 'changed', doc: null },
      { doc: { title: 'x' } },
    ])
      await other.page.evaluate((one) => (globalThis as any).say(one), message)
    const frame = other.page.frames().find((one) => one.url().startsWith(other.site))!
    await frame.evaluate((message) => (globalThis as any).postMessage(message, '*'), changed('itself'))
    await other.page.waitForTimeout(100)
    expect(await shown().catch(() => 'old')).to.equal('old')
    expect(await other.shown()).to.equal('old')
    await frame.evaluate('stop()')
    await other.page.evaluate((message) => (globalThis as any).say(message), changed('late'))
    await other.page.waitForTimeout(100)
    expect(await other.shown()).to.equal('old')
    await other.page.close()
  })

  it('leaves a page alone that nobody previews', async () => {
    const site = await serve(sitePage)
    const page = await openPage()
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(`${site}/?admin=${encodeURIComponent('https://admin.example')}`)
    await page.evaluate((message) => (globalThis as any).postMessage(message, '*'), changed('new'))
    expect(await page.locator('h1').textContent()).to.equal('old')
    expect(errors).to.deep.equal([])
    await page.close()
  })
})

async function expectEventually(read: () => Promise<string | null>, wanted: string): Promise<void> {
  for (let tries = 0; tries < 50 && (await read()) !== wanted; tries++) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await read()).to.equal(wanted)
}
