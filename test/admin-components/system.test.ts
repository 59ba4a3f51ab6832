/** The people and the system in a real browser: files, invitations by mail, roles, keys, the record, deliveries, backups. */
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import request from 'supertest'
import { smtp } from '../../adapters/smtp.ts'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { png } from '../harness/files.ts'
import { byKeyboard } from '../harness/keyboard.ts'
import { linkIn, Mailbox } from '../harness/mailbox.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { Sink } from '../harness/sink.ts'
import { DATABASES, HOSTS, temporaryFile } from '../harness/start.ts'

describe('admin-components: system', function () {
  this.timeout(90_000)

  const SEATS = [
    [HOSTS[0]!, DATABASES[1]!, 'mouse'],
    [HOSTS[1]!, DATABASES[0]!, 'mouse'],
    [HOSTS[1]!, DATABASES[0]!, 'keyboard alone'],
  ] as const
  for (const [host, database, means] of drawn(SEATS, 'system')) {
    describe(`on ${host.name} with ${database.name}, by ${means}`, () => {
      const mailbox = new Mailbox()
      let sink: Sink
      let site: Site
      let seat: Seat

      before(async () => {
        await mailbox.open()
        sink = await new Sink().start()
        const { sqlite } = await import('../../adapters/sqlite/index.ts')
        site = await serve(
          {
            ...newsroom,
            production: false,
            audit: true,
            apiKeys: true,
            auth: { rbac: true },
            webhooks: [{ url: `${sink.origin}/hook`, events: ['delete'] }],
            email: smtp({ host: '127.0.0.1', port: mailbox.port, auth: { user: 'galley', pass: 'mail-canary' }, from: 'cms@example.org' }),
            upload: { dir: temporaryFile('-files'), imageSizes: [{ name: 'small', width: 120 }] },
            backups: {
              dir: temporaryFile('-backups'),
              ...(database.name === 'Postgres' && { sqlite: (filename: string) => sqlite({ filename }) }),
            },
          },
          { host, database },
        )
        await makeUser(site.cms, 'nok@example.org', { role: 'admin', name: 'Nok' })
        seat = await Seat.at(site)
        if (means === 'keyboard alone') byKeyboard(seat.page)
        await seat.enter('nok@example.org')
      })
      after(async () => {
        await site?.stop()
        await sink?.stop()
        await mailbox.close()
      })

      it('takes ten pictures at once, describes one, and says where it is used', async () => {
        await seat.open('media')
        const files = await Promise.all(
          Array.from({ length: 10 }, async (_, n) => ({ name: `picture-${n}.png`, mimeType: 'image/png', buffer: await png(300 + n) })),
        )
        await seat.page.locator('main input[type=file]').setInputFiles(files)
        await seat.sees('10 files')
        await seat.press('Without alternative text')
        await seat.page.locator('.files-grid button').first().click()
        await seat.page.getByRole('textbox', { name: 'Alternative text' }).fill('A tray of type')
        await seat.press('Save')
        await seat.sees('9 files')
        const { id } = (await site.cms.find('media', { where: { alt: { equals: 'A tray of type' } } })).docs[0]!
        await site.cms.create('posts', { title: 'With a cover', cover: id })
        await seat.press('Without alternative text')
        await seat.sees('10 files')
        const card = seat.page.locator('.files-grid li').filter({ hasText: (await site.cms.findById('media', id))!['originalName'] })
        await card.getByRole('button').click()
        await seat.page.getByRole('dialog').getByText('With a cover').waitFor()
        await seat.press('Delete')
        await seat.page.getByRole('dialog').getByText('It is used in 1 place, which stays but no longer shows it:').waitFor()
        await seat.press('Cancel')
        await seat.page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
        seat.quiet()
      })

      it('invites an editor, who accepts by mail and sees what the role may', async () => {
        await seat.open('c/users')
        await seat.press('New Person')
        await seat.fill('Email', 'eve@example.org')
        await seat.page.getByLabel('Role').selectOption('editor')
        await seat.press('Create Person')
        await seat.saved()
        const { url } = linkIn(await mailbox.next())
        const eve = await Seat.at(site)
        await eve.page.goto(url)
        await eve.sees('Welcome! Choose a password')
        await eve.fill('Password', PASSWORD)
        await eve.press('Set password')
        await eve.sees('Hello, eve@example.org')
        expect(await eve.page.getByRole('link', { name: 'Posts' }).count()).to.be.greaterThan(0)

        await seat.open('system/roles')
        await seat.page.getByRole('checkbox', { name: 'Authors: read' }).uncheck()
        expect(await seat.page.getByRole('combobox', { name: 'Authors: read, whose' }).count(), 'nothing to limit').to.equal(0)
        await seat.page.getByRole('checkbox', { name: 'Posts: delete' }).uncheck()
        // An earlier message may say the same still.
        await Promise.all([seat.page.waitForResponse((answer) => answer.request().method() !== 'GET'), seat.press('Save')])
        await eve.page.reload()
        await eve.sees('Hello, eve@example.org')
        expect(await eve.page.getByRole('link', { name: 'Authors' }).count()).to.equal(0)
        await eve.open('c/posts')
        await eve.page.getByLabel('Select all on this page').check()
        expect(await eve.page.getByRole('region').getByRole('button', { name: 'Delete' }).count()).to.equal(0)
        eve.quiet()
        await eve.leave()
        seat.quiet()
      })

      it('hands over what somebody owns who is deleted', async () => {
        const { id } = (await site.cms.find('users', { where: { email: { equals: 'eve@example.org' } } })).docs[0]!
        const eve = (await site.cms.findById('users', id)) as any
        const post = (await site.cms.as(eve).create('posts', { title: 'By Eve' })) as { id: number }
        await seat.open(`c/users/${id}`)
        await seat.choose('More', 'Delete')
        const dialog = seat.page.getByRole('dialog', { name: 'Delete “eve@example.org”?' })
        const choice = dialog.getByLabel('eve@example.org is the owner of 1 Post.')
        expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled(), 'undecided').to.equal(true)
        expect(await choice.locator('option').allInnerTexts()).to.deep.equal(['Choose …', 'Transfer to Nok', 'Leave without an owner'])
        await choice.selectOption('none')
        await dialog.getByRole('button', { name: 'Delete and leave without an owner' }).waitFor()
        await choice.selectOption({ label: 'Transfer to Nok' })
        await dialog.locator('button.danger', { hasText: 'Delete and transfer to Nok' }).click()
        await seat.sees('“eve@example.org” was deleted')
        expect((await site.cms.findById('posts', post.id, { depth: 0, draft: true }))!['createdBy']).to.equal(1)
        seat.quiet()
      })

      it('makes a key that a program reads with, and revokes it', async () => {
        await seat.open('system/keys')
        await seat.press('New key')
        await seat.fill('Name', 'The site')
        await seat.page.getByRole('checkbox', { name: 'Authors: read' }).check()
        await seat.press('Create key')
        const key = await seat.page.locator('.note.good code').textContent()
        const ask = (path: string) => request(site.origin).get(`/api/cms${path}`).set('authorization', `Bearer ${key}`)
        await ask('/authors').expect(200)
        await ask('/tags').expect(403)
        await seat.press('Delete')
        await seat.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
        await seat.sees('No keys yet.')
        await ask('/authors').expect(401)
        seat.quiet()
      })

      it('makes one key where the first answer was lost, because nobody has seen the first one', async () => {
        let tries = 0
        const creating = /\/api\/cms\/api-keys(\?|$)/
        await seat.page.route(creating, async (route) => {
          if (route.request().method() !== 'POST' || tries++ > 0) return route.continue()
          await route.fetch()
          await route.abort('connectionreset')
        })
        await seat.open('system/keys')
        await seat.press('New key')
        await seat.fill('Name', 'The app')
        await seat.page.getByRole('checkbox', { name: 'Authors: read' }).check()
        await seat.press('Create key')
        await seat.sees(/can’t be reached/)
        await seat.fill('Name', 'The app, again')
        await seat.press('Create key')
        expect(await seat.page.locator('.note.good code').textContent()).to.match(/^cms_/)
        const { docs } = await site.cms.find('api-keys')
        expect(docs.map(({ name }: any) => name)).to.deep.equal(['The app, again'])
        await seat.page.unroute(creating)
        await site.cms.delete('api-keys', (docs[0] as any).id)
        seat.quiet(/ERR_CONNECTION|422/)
      })

      it('shows what a webhook failed with, and sends it again @long', async () => {
        sink.replies = [500, 500, 500, 200]
        const { id } = (await site.cms.create('tags', { name: 'gone' })) as { id: number }
        const before = sink.got.length
        expect(sink.got.filter(({ body }) => body.collection === 'api-keys')).to.deep.equal([])
        await site.cms.delete('tags', id)
        await sink.until(before + 2)
        await sink.until(before + 3)
        await seat.open('system/deliveries?state=pending')
        await seat.sees('Deleted')
        await seat.press('Send now')
        await seat.sees('Delivered')
        await seat.sees('Nothing is waiting, and nothing has failed.')
        expect(new Set(sink.got.slice(before).map((one) => one.headers['x-svc-delivery'])).size).to.equal(1)
        seat.quiet()
      })

      it('says who did what, and that nobody touched it', async () => {
        await seat.open('system/audit?action=role')
        await seat.sees('changed the role')
        await seat.press('Verify')
        await seat.sees(/entries checked, nothing was changed/)
        seat.quiet()
      })

      it('tells on the dashboard what changed, but not who signed in', async () => {
        await seat.open('')
        const latest = seat.page.locator('.feed').filter({ hasText: 'created' })
        await latest.waitFor()
        expect(await latest.textContent()).not.to.contain('signed in')
      })

      it('backs up, and gives the file to take home', async () => {
        await seat.open('system/backups')
        await seat.press('Back up now')
        await seat.sees('Done')
        await seat.sees(/Uploaded files are not part of it/)
        await seat.sees('By Nok')
        const [download] = await Promise.all([
          seat.page.waitForEvent('download'),
          seat.page.getByRole('link', { name: 'Download' }).click(),
        ])
        const bytes = gunzipSync(await readFile((await download.path())!))
        expect(bytes.subarray(0, 15).toString()).to.equal('SQLite format 3')
        seat.quiet()
      })

      it('tries the mail server, and tells the state of the system', async () => {
        await seat.open('system/email')
        await seat.press('Check the connection')
        await seat.sees('The connection works')
        await seat.press('Send a test')
        expect((await mailbox.next()).to).to.equal('nok@example.org')
        await seat.open('system/status')
        await seat.sees(database.name === 'Postgres' ? /PostgreSQL/ : /SQLite/)
        seat.quiet()
      })

      it('signs out everywhere', async () => {
        const other = await Seat.at(site, { as: 'nok@example.org' })
        await seat.open('account')
        await seat.press('Sign out everywhere')
        await seat.page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
        await seat.page.getByRole('heading', { name: 'Sign in' }).waitFor()
        await other.open()
        await other.page.getByRole('heading', { name: 'Sign in' }).waitFor()
        await other.leave()
      })
    })
  }
})
