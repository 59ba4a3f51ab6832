/** The page of the audit log: an entry of a collection that was renamed since names both slugs, in the language of its reader. */
import { expect } from 'chai'
import { sqlite } from '../../adapters/sqlite/index.ts'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { configWith, type Database, temporaryFile } from '../harness/start.ts'

describe('admin-components: the audit log', function () {
  this.timeout(60_000)
  let site: Site | undefined
  let seat: Seat | undefined
  afterEach(async () => {
    await seat?.leave()
    await site?.stop()
  })

  for (const [language, is, was, global] of [
    ['en', 'The system changed Trams Post', 'The system created Trains Post (formerly articles)', '(formerly global:about)'],
    ['th', 'ระบบ แก้ไข Trams Post', 'ระบบ สร้าง Trains Post (เดิมคือ articles)', '(เดิมคือ global:about)'],
  ] as const)
    it(`names the present slug and the former one (${language}) @long`, async () => {
      const filename = temporaryFile('.db')
      const database: Database = { name: 'SQLite', fresh: () => sqlite({ filename }) }
      const config = (slug: string, global: string, renamed = false): Partial<Config> => ({
        audit: true,
        admin: { locale: language },
        collections: [{ slug, useAsTitle: 'title', fields: [{ name: 'title' }], ...(renamed && { renamedFrom: 'articles' }) }],
        globals: [{ slug: global, fields: [{ name: 'text' }], ...(renamed && { renamedFrom: 'about' }) }],
      })
      site = await serve(config('articles', 'about'), { database })
      await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
      await site.cms.create('articles', { title: 'Trains' })
      await site.cms.updateGlobal('about', { text: 'We' })
      await site.stop()
      const renamed = config('posts', 'imprint', true)
      const waiting = await createCms(configWith(database, renamed), { migrate: false })
      await waiting.engine.migrator.apply(waiting.engine.tables(), waiting.engine.model)
      await waiting.stop()
      site = await serve(renamed, { database })
      await site.cms.update('posts', 1, { title: 'Trams' })
      seat = await Seat.at(site, { locale: language })
      const login = `${site.origin}/api/cms/users/login`
      expect((await seat.page.request.post(login, { data: { email: 'nok@example.org', password: PASSWORD } })).ok()).to.equal(true)
      await seat.open('system/audit?target=posts')
      const targets = () => seat!.page.locator('tbody td.deed')
      await targets().nth(1).waitFor()
      expect((await targets().allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())).to.deep.equal([is, was])
      await seat.open('system/audit?target=global:imprint')
      await seat.page.getByText(global).waitFor()
      seat.quiet()
    })
})
