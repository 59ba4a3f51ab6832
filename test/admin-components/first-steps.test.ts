/** The home of a new site in a real browser: what a person may begin with, each step until it is done, and nothing that is empty. */
import { expect } from 'chai'
import { Seat, type Site, serveTo } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { temporaryFile } from '../harness/start.ts'

const access = { create: ({ user }: any) => user !== null && user.role !== 'reader' }
const COLLECTIONS = [
  ...['posts', 'pages', 'tags', 'places'].map((slug) => ({ slug, useAsTitle: 'title', access, fields: [{ name: 'title' }] })),
  { slug: 'media', access, fields: [] },
]

describe('admin-components: first steps', function () {
  this.timeout(120_000)
  let site: Site
  let seat: Seat
  beforeEach(async () => {
    ;({ site, seat } = await serveTo({ email: 'nok@example.org', name: 'Nok' }, {
      audit: true,
      auth: { roles: ['admin', 'editor', 'reader'] },
      upload: { dir: temporaryFile('-files') },
      collections: COLLECTIONS,
    } as object))
    await seat.open()
  })
  afterEach(() => site?.stop())

  const steps = async (who = seat) => {
    await who.sees(/^Hello/)
    await who.page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    return who.page.locator('.steps strong').allTextContents()
  }
  const ALL = ['Write something', 'Upload images and other files', 'Invite the people you work with']

  it('are what the person may do, in place of tiles and a chart without anything in them', async () => {
    await seat.sees('First steps')
    expect(await steps()).to.deep.equal(ALL)
    expect(await seat.page.locator('.steps .button').allTextContents()).to.deep.equal([
      'New Post',
      'New Page',
      'New Tag',
      'Upload',
      'Invite someone',
    ])
    expect(await seat.page.locator('.tile').count(), 'tiles').to.equal(0)
    expect(await seat.page.getByText('0 documents').count()).to.equal(0)
    expect(await seat.page.getByRole('heading', { name: 'Activity' }).count(), 'a chart').to.equal(0)
    await seat.page.locator('.steps').getByRole('link', { name: 'New Page' }).click()
    await seat.page.waitForURL(/c\/pages\/new/)
    seat.quiet()
  })

  it('disappear one by one once they are done', async () => {
    const admin = await new Browser(site.listener).login('nok@example.org')
    await seat.sees('First steps')
    await site.cms.create('pages', { title: 'About' })
    await seat.open()
    await seat.sees('First steps')
    expect(await steps()).to.deep.equal(ALL.slice(1))
    const tiles = await seat.page.locator('.tile .name a').allTextContents()
    expect(tiles, 'also those in which nothing is written yet').to.deep.equal(['Posts', 'Pages', 'Tags', 'Places'])
    await admin.upload(await png(20, 20), 'a.png')
    await seat.open()
    await seat.sees('First steps')
    expect(await steps()).to.deep.equal(ALL.slice(2))
    await makeUser(site.cms, 'ed@example.org', { role: 'editor' })
    await seat.open()
    expect(await steps()).to.deep.equal([])
    expect(await seat.page.getByText('First steps').count()).to.equal(0)
    seat.quiet()
  })

  it('stay hidden once they were hidden, and are over once there is some content @long', async () => {
    await seat.press('Hide these steps')
    await seat.page.locator('.steps').waitFor({ state: 'detached' })
    await seat.open()
    expect(await steps()).to.deep.equal([])
    const other = await Seat.at(site, { as: 'nok@example.org' })
    await other.open()
    await other.sees('First steps')
    for (let n = 0; n < 11; n++) await site.cms.create('posts', { title: `Post ${n}` })
    await other.open()
    expect(await steps(other)).to.deep.equal([])
    seat.quiet()
  })

  it('leave out what the role may not do, and say so where that is everything @long', async () => {
    for (const [role, expected] of [
      ['editor', ALL.slice(0, 2)],
      ['reader', []],
    ] as const) {
      await makeUser(site.cms, `${role}@example.org`, { role })
      const person = await Seat.at(site, { as: `${role}@example.org` })
      await person.open()
      if (role === 'reader') await person.sees('There is nothing here yet.')
      else await person.sees('First steps')
      expect((await steps(person)).slice(0, expected.length || 1), role).to.deep.equal(expected)
      person.quiet()
    }
  })
})
