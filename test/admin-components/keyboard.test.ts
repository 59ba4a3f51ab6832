/** By keyboard alone: in, to a new document, through its form, out again. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { HOSTS } from '../harness/start.ts'

describe('admin-components: keyboard', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat

  before(async () => {
    site = await serve(newsroom, { host: HOSTS[1]! })
    await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
    seat = await Seat.at(site)
  })
  after(() => site?.stop())

  const key = (...keys: string[]) => keys.reduce((before, one) => before.then(() => seat.page.keyboard.press(one)), Promise.resolve())
  const type = (text: string) => seat.page.keyboard.type(text)
  /** What has the focus, as a screen reader names it. */
  const focused = () =>
    seat.page.evaluate(`(() => {
      let at = document.activeElement
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement
      const label = at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent
      return label.trim().replace(/\\s+/g, ' ')
    })()`) as Promise<string>
  const tabTo = async (name: RegExp) => {
    for (let n = 0; n < 160; n++) {
      await key('Tab')
      if (name.test(await focused())) return
    }
    throw new Error(`the Tab key never came to ${name}`)
  }

  const comesTo = async (name: RegExp) => {
    const until = Date.now() + 3000
    while (!name.test(await focused())) if (Date.now() > until) throw new Error(`the focus is at "${await focused()}", not at ${name}`)
  }

  it('signs in', async () => {
    await seat.open()
    await seat.page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await comesTo(/^Email/)
    await type('nok@example.org')
    await tabTo(/^Password/)
    await type(PASSWORD)
    await key('Enter')
    await seat.sees('Hello, Nok')
  })

  it('skips the menu', async () => {
    await seat.page.reload()
    await seat.sees('Hello, Nok')
    await seat.page.locator('main a').first().waitFor()
    await key('Tab')
    expect(await focused()).to.equal('Skip to content')
    await key('Enter', 'Tab')
    expect(await focused()).to.match(/View|Posts|New Post/)
  })

  it('finds its way by name, fills in a form, is led to what is wrong, and saves', async () => {
    await key('Control+k')
    await type('new post')
    await seat.page.getByRole('option', { name: 'New Post' }).waitFor()
    await key('Enter')
    await seat.page.getByRole('heading', { name: 'New Post' }).waitFor()
    await tabTo(/^Publish$/)
    await key('Enter')
    await seat.page.getByRole('alert').getByText('Title: Fill this in').waitFor()
    seat.complaints.length = 0
    await tabTo(/^Title: Fill this in/)
    await key('Enter')
    expect(await focused()).to.match(/^Title/)
    await type('By keys alone')
    await tabTo(/^Body$/)
    await type('Words.')
    await tabTo(/^Add$/)
    await key('Enter')
    expect(await focused()).to.match(/^Label/)
    await type('A link')
    await key('Control+s')
    await seat.sees('Draft saved')
    const doc = (await site.cms.findById('posts', 1, { draft: true })) as any
    expect(doc.title).to.equal('By keys alone')
    expect(doc.links[0].label).to.equal('A link')
    expect(doc.body.content[0].content[0].text).to.equal('Words.')
  })

  it('chooses and removes related documents and rows, and never loses the focus @long', async () => {
    for (const name of ['Ann', 'Ben']) await site.cms.create('authors', { name })
    for (const name of ['news', 'sport']) await site.cms.create('tags', { name })
    const { id } = await site.cms.create('posts', { title: 'By keys alone', links: [{ label: 'A link' }] })
    await seat.context.clearCookies()
    await seat.enter('nok@example.org')
    await seat.open(`c/posts/${id}`)
    await tabTo(/^Choose Author$/)
    await key('Enter')
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Ann' }).focus()
    await key('Enter')
    await seat.page.getByRole('button', { name: 'Remove Ann' }).waitFor()
    // A second Enter takes nothing away: it only chooses again.
    await comesTo(/^Choose another$/)
    await key('Enter')
    await seat.page.getByRole('dialog').waitFor()
    await key('Escape')
    await tabTo(/^Remove Ann$/)
    await key('Enter')
    await comesTo(/^Choose Author$/)
    await tabTo(/^Choose Tag$/)
    await key('Enter')
    for (const name of ['news', 'sport']) await seat.page.getByRole('dialog').getByRole('button', { name }).click()
    await seat.page.getByRole('button', { name: 'Add 2' }).focus()
    await key('Enter')
    await tabTo(/^Remove sport$/)
    await key('Enter')
    await comesTo(/^Remove news$/)
    await key('Enter')
    await comesTo(/^Choose Tag$/)
    await tabTo(/^Add$/)
    await key('Enter')
    await tabTo(/^More .*Row 2/i)
    await key('Enter', 'End', 'Enter')
    await comesTo(/Row 1/)
    await tabTo(/^More .*Row 1/i)
    await key('Enter', 'End', 'Enter')
    await comesTo(/^Add$/)
    await seat.open('c/posts/1')
  })

  it('opens menus with arrows, leaves dialogs with Escape, and comes back to where it was', async () => {
    await tabTo(/^More$/)
    await key('Enter', 'ArrowDown', 'ArrowUp')
    await seat.page.getByRole('menuitem').first().waitFor()
    await key('Escape')
    expect(await focused()).to.equal('More')
    await key('Enter')
    await seat.page.getByRole('menuitem', { name: 'History' }).focus()
    await key('Enter')
    await seat.page.getByRole('dialog', { name: 'History' }).waitFor()
    await key('Escape')
    await seat.page.getByRole('dialog').waitFor({ state: 'detached' })
    await comesTo(/^More$/)
    await key('Enter')
    await seat.page.getByRole('menuitem', { name: 'History' }).focus()
    await key('Enter')
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Compare' }).first().focus()
    await key('Enter')
    await comesTo(/^Version of /)
    await seat.page.getByRole('dialog').getByRole('button', { name: 'Back' }).focus()
    await key('Enter')
    await comesTo(/^History$/)
    await key('Escape')
    await comesTo(/^More$/)
  })

  it('searches a list, begins a document, and shows what keys there are', async () => {
    await key('Control+k')
    await type('authors')
    await key('Enter')
    await seat.page.getByRole('heading', { name: 'Authors' }).waitFor()
    await key('/')
    expect(await focused()).to.equal('Search')
    await type('ken')
    await seat.page.waitForURL(/q=ken/)
    expect(await focused()).to.equal('Search')
    await type('nnn')
    await seat.page.waitForURL(/q=kennnn/)
    expect(await focused()).to.equal('Search')
    await key('Tab', 'Escape')
    await seat.page.locator('main').focus()
    await key('?')
    await seat.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await key('Escape', 'n')
    await seat.page.getByRole('heading', { name: 'New Author' }).waitFor()
    seat.quiet()
  })
})
