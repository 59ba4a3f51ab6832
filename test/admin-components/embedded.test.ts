/** Parts of the admin in a page that knows nothing of us, and a host's own elements inside the admin. */
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import { Seat } from '../harness/admin.ts'
import { PASSWORD } from '../harness/people.ts'
import { configWith, DATABASES } from '../harness/start.ts'

const home = fileURLToPath(new URL('../../examples/embedded-admin', import.meta.url))
const data = path.join(home, '.data-of-the-test')

describe('admin-components: embedded', function () {
  this.timeout(60_000)
  let child: ChildProcess
  let seat: Seat
  let origin = ''
  let setUp = ''

  before(async () => {
    rmSync(data, { recursive: true, force: true })
    child = spawn(process.execPath, ['server.js'], {
      cwd: home,
      env: { ...process.env, PORT: '0', SHOP_DATA: data },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    await new Promise<void>((resolve) => {
      child.stdout!.on('data', (chunk) => {
        output += chunk
        const found = /The shop\s+(http:\S+)\/[\s\S]*Set-up\s+(http:\S+)/.exec(output)
        if (found) [, origin = '', setUp = ''] = found
        if (found) resolve()
      })
    })
    seat = await Seat.at({ origin })
  })
  after(async () => {
    const ended = new Promise((resolve) => child.on('close', resolve))
    child.kill('SIGTERM')
    expect(await ended).to.equal(0)
    rmSync(data, { recursive: true, force: true })
  })

  it('shows the door in each part, and opens all of them at once', async () => {
    const code = new URL(setUp).searchParams.get('setupCode')
    const registered = await fetch(`${origin}/api/cms/users/first-register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nok@example.org', password: PASSWORD, setupCode: code }),
    })
    expect(registered.status).to.equal(201)
    await seat.page.goto(`${origin}/`)
    const door = seat.page.getByRole('region', { name: 'Products' })
    await door.getByLabel('Email').fill('nok@example.org')
    await door.getByLabel('Password').fill(PASSWORD)
    await door.getByRole('button', { name: 'Sign in' }).click()
    await door.getByRole('link', { name: 'Composing stick' }).waitFor()
    await seat.page.getByRole('region', { name: 'A product' }).getByRole('heading', { name: 'New Product' }).waitFor()
    await seat.page.getByRole('region', { name: 'Files' }).getByText('No files yet.').waitFor()
  })

  it('tells the page what happens, which may do something else', async () => {
    await seat.page.getByRole('link', { name: 'Composing stick' }).click()
    const product = seat.page.getByRole('region', { name: 'A product' })
    await product.getByLabel('Price').fill('45')
    await product.getByRole('button', { name: 'Save' }).click()
    await seat.sees('Saved: Composing stick')
    expect(seat.page.url()).to.equal(`${origin}/`)
  })

  it('leaves the icon of the page alone', async () => {
    const icons = await seat.page.evaluate(`[...document.querySelectorAll('link[rel~=icon]')].map((link) => link.href.slice(0, 19))`)
    expect(icons).to.deep.equal(['data:image/svg+xml,'])
  })

  it('takes on the look of the page', async () => {
    const button = seat.page.getByRole('region', { name: 'Products' }).getByRole('button', { name: 'New Product' })
    const [colour, font] = (await button.evaluate((one: any) => {
      const { backgroundColor, fontFamily } = one.ownerDocument.defaultView.getComputedStyle(one)
      return [backgroundColor, fontFamily]
    })) as [string, string]
    expect(colour).to.equal('rgb(157, 23, 77)')
    expect(font).to.match(/^Georgia/)
  })

  it('writes rich text in the light of the page, which lends it nothing but its font', async () => {
    await seat.page.evaluate(`{
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('p, strong { font-size: 40px; color: red; text-transform: uppercase }')
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    }`)
    const story = seat.page.getByRole('textbox', { name: 'Story' })
    await story.click()
    await seat.page.keyboard.type('ตีพิมพ์')
    expect(await seat.page.evaluate('document.activeElement.classList.contains("ProseMirror")')).to.equal(true)
    const style = await story.locator('p').evaluate((one: any) => {
      const { fontSize, color, textTransform, fontFamily } = one.ownerDocument.defaultView.getComputedStyle(one)
      return { fontSize, color, textTransform, fontFamily }
    })
    expect(style).to.include({ fontSize: '17px', textTransform: 'none' }).and.not.include({ color: 'rgb(255, 0, 0)' })
    expect(style.fontFamily).to.match(/^Georgia/)
    // The page says since an earlier test that it was saved, so the answer is what to wait for.
    const answered = seat.page.waitForResponse((answer) => answer.request().method() === 'PATCH')
    await seat.page.getByRole('region', { name: 'A product' }).getByRole('button', { name: 'Save' }).click()
    await answered
    const saved = await seat.page.evaluate('fetch("/api/cms/products/1").then((answer) => answer.text())')
    expect(saved).to.include('ตีพิมพ์')
  })

  it('shows elements of the host in fields, cells, pages, widgets and commands', async () => {
    await seat.open()
    await seat.sees('1 in the shop')
    await seat.page.getByRole('link', { name: 'Stock' }).click()
    await seat.press('Composing stick: 45')
    await seat.page.getByLabel('colour').fill('#00ff00')
    await seat.press('Save')
    await seat.saved()
    await seat.page.getByRole('link', { name: 'Products' }).first().click()
    await seat.page.getByRole('table').getByText('#00ff00').waitFor()
    await seat.page.keyboard.press('Control+k')
    await seat.page.getByRole('combobox').fill('shop')
    await seat.page.getByRole('option', { name: /See the dashboard/ }).click()
    await seat.page.getByRole('heading', { name: 'The shop’s dashboard' }).waitFor()
    seat.quiet()
  })

  it('stops the start where a module is missing', async () => {
    const wrong = configWith(DATABASES[0]!, { admin: { modules: ['./nowhere.js', 'no-such-package'] } })
    const error = await createCms(wrong).catch((error) => error)
    expect(error.message)
      .to.include("admin.modules: './nowhere.js' is neither a file of this project nor an export of a package in it")
      .and.to.include("'no-such-package'")
  })
})
