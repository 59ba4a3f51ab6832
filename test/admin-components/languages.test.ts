/** The admin in the languages of people: one that the site adds, from right to left, and Thai where it says what happened and what is wrong.
 * One site and one page for all of it.
 */
import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { smtp } from '../../adapters/smtp.ts'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { Mailbox } from '../harness/mailbox.ts'
import { temporaryFile } from '../harness/start.ts'
import { turnedWords } from '../harness/turned-words.ts'

const ARABIC = {
  code: 'ar',
  name: 'العربية',
  dir: 'rtl' as const,
  texts: { save: 'حفظ', 'area.content': 'المحتوى', 'pages.count': { one: 'مقال واحد', two: 'مقالان', other: '{count} مقالات' } },
}

const POSTS = {
  slug: 'posts',
  useAsTitle: 'title',
  labels: { singular: { en: 'Post', th: 'บทความ', ar: 'مقال' }, plural: { en: 'Posts', th: 'บทความ', ar: 'مقالات' } },
  description: { en: 'All our articles', ar: 'كل مقالاتنا' },
  admin: { sidebar: ['x-plan'] },
  fields: [
    {
      name: 'title',
      required: true,
      label: { en: 'Title', th: 'ชื่อเรื่อง', ar: 'العنوان' },
      description: { en: 'At most ten letters', ar: 'عشرة أحرف على الأكثر' },
      maxLength: 10,
      admin: { placeholder: { en: 'Trains', ar: 'قطارات' } },
    },
    { name: 'links', type: 'array', label: { en: 'Links', th: 'ลิงก์' }, fields: [{ name: 'url', required: true, label: { th: 'ที่อยู่' } }] },
  ],
} as const

describe('admin-components: languages', function () {
  this.timeout(60_000)
  const mailbox = new Mailbox()
  let site: Site
  let seat: Seat
  const { press, sees } = {
    press: (name: string | RegExp) => seat.press(name),
    sees: (text: string | RegExp) => seat.sees(text),
  }
  const speak = (name: string) => seat.page.getByRole('menuitemradio', { name, exact: true }).click()

  before(async () => {
    await mailbox.open()
    const module = temporaryFile('.js')
    writeFileSync(
      module,
      `customElements.define('x-plan', class extends HTMLElement { connectedCallback() { this.textContent = 'Own element' } })`,
    )
    ;({ site, seat } = await serveTo(
      { email: 'nok@example.org', name: 'Nok' },
      {
        collections: [POSTS as never],
        audit: true,
        auth: { rbac: true, members: { roles: ['reader'] }, roles: ['admin', 'editor', 'reader'] },
        webhooks: [{ url: 'http://127.0.0.1:9/', collections: ['posts'] }],
        email: smtp({ host: '127.0.0.1', port: mailbox.port, auth: { user: 'galley', pass: 'mail-canary' }, from: 'cms@example.org' }),
        admin: {
          languages: [ARABIC],
          modules: [module],
          pages: [{ path: 'plan', component: 'x-plan', label: { en: 'Plan', th: 'แผนงาน' } }],
        },
      },
    ))
    for (const title of ['One', 'Two']) await site.cms.create('posts', { title })
  })
  after(async () => {
    await site?.stop()
    await mailbox.close()
  })

  it('offers the languages of the site, and mirrors itself for one from right to left', async () => {
    await seat.open('c/posts')
    await press('Your account and settings')
    await speak('العربية')
    await sees('كل مقالاتنا')
    await sees('مقالان')
    expect(await seat.page.evaluate('[document.documentElement.lang, document.documentElement.dir]')).to.deep.equal(['ar', 'rtl'])
    const [menu, main] = [await seat.page.locator('.side').boundingBox(), await seat.page.locator('main').boundingBox()]
    expect(menu!.x).to.be.greaterThan(main!.x)
    await seat.open('c/posts/1')
    await sees('عشرة أحرف على الأكثر')
    expect(await seat.page.getByLabel('العنوان').getAttribute('placeholder')).to.equal('قطارات')
    await seat.page.getByRole('button', { name: 'حفظ' }).waitFor()
    await seat.page.setViewportSize({ width: 390, height: 800 })
    expect(await seat.page.evaluate('document.documentElement.scrollWidth - innerWidth')).to.be.at.most(0)
    await seat.page.setViewportSize({ width: 1280, height: 860 })
    seat.quiet()
  })

  it('shows texts in their own direction, wherever they stand in a page from right to left', async () => {
    const { id } = (await site.cms.create('posts', { title: 'Ferry!' })) as { id: number }
    // A chart needs several days.
    const days = [0, 1, 2].map((ago) => ({ day: new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10), count: 3 }))
    await seat.page.route('**/admin/audit/activity*', (route) => route.fulfill({ json: { days } }))
    for (const path of ['c/posts', `c/posts/${id}`, '']) {
      await seat.open(path)
      await sees('Ferry!')
      expect(await turnedWords(seat.page, 'Ferry!'), path).to.deep.equal([])
    }
    // The newest day of the chart is where its label is.
    const today = await seat.page.locator('.bars rect').last().boundingBox()
    const chart = await seat.page.locator('.bars').boundingBox()
    expect(today!.x).to.be.lessThan(chart!.x + chart!.width / 2)
    seat.quiet()
  })

  it('keeps the language, also at the door', async () => {
    await seat.page.evaluate(`localStorage.setItem('galley:language', 'th')`)
    await seat.open('c/posts')
    await seat.page.getByRole('heading', { name: 'บทความ' }).waitFor()
    expect(await seat.page.evaluate('document.documentElement.dir')).to.equal('ltr')
    seat.quiet()
  })

  it('says what is wrong in the language, with the names of the fields', async () => {
    await seat.open('c/posts/1')
    await seat.page.getByLabel('ชื่อเรื่อง').fill('A title that is too long')
    await press('เพิ่ม')
    await press('บันทึก')
    await sees('ชื่อเรื่อง: ยาวเกินไป: ไม่เกิน 10 ตัวอักษร')
    await seat.page.getByLabel('ชื่อเรื่อง').fill('Short')
    await press('บันทึก')
    await sees('ลิงก์ › แถวที่ 1 › ที่อยู่: กรุณากรอกช่องนี้')
    seat.quiet(/400/)
  })

  it('says how a new person gets in, and that the invitation went out', async () => {
    await seat.open('c/users/new')
    await sees('เว้นว่างไว้ แล้วผู้ใช้จะได้รับอีเมล')
    await seat.page.getByLabel('อีเมล', { exact: false }).first().fill('eve@example.org')
    await seat.page.getByLabel('บทบาท').selectOption('editor')
    await seat.page.locator('button.main', { hasText: 'ผู้ใช้' }).click()
    await sees(/eve@example\.org/)
    await seat.page.locator('.toast', { hasText: 'eve@example.org' }).waitFor()
    expect((await mailbox.next()).to).to.contain('eve@example.org')
    seat.quiet(/400/)
  })

  it('tells the audit log in sentences, which lead to what they are about', async () => {
    await seat.open('system/audit')
    const row = seat.page.locator('td.deed', { hasText: 'One' }).first()
    expect(((await row.textContent()) ?? '').replace(/\s+/g, ' ').trim()).to.equal('ระบบ สร้าง One บทความ')
    await seat.page.locator('.tools select').nth(0).selectOption({ label: 'การเข้าสู่ระบบ' })
    await seat.page.waitForURL(/action=login/)
    await seat.page.locator('.tools select').nth(1).selectOption({ label: 'บทความ' })
    await seat.page.waitForURL(/target=posts/)
    await seat.open('system/audit?action=order.refund')
    expect(await seat.page.locator('.tools select').nth(0).inputValue()).to.equal('order.refund')
    await seat.open('system/audit?action=create&target=posts')
    await row.getByRole('link').click()
    await seat.page.getByRole('heading', { name: 'One' }).waitFor()
    seat.quiet()
  })

  it('names rights by labels, puts roles side by side, and shows the admin as a role', async () => {
    await seat.open('system/roles')
    await seat.page.getByRole('checkbox', { name: 'อ่านบันทึกการใช้งาน' }).waitFor()
    await seat.page.getByRole('checkbox', { name: 'หน้า: แผนงาน' }).waitFor()
    await seat.page.getByRole('tab', { name: /Reader/ }).click()
    await sees('สมาชิกของเว็บไซต์')
    await seat.page.getByRole('tab', { name: /บรรณาธิการ/ }).click()
    await press('เปรียบเทียบบทบาท')
    const cells = seat.page.locator('table.compared tbody tr', { hasText: 'บทความ' }).locator('td')
    expect(await cells.allInnerTexts(), 'admins, editors, and the members of the site').to.deep.equal(['ทุกอย่าง', 'ทุกอย่าง', 'ไม่มี'])
    await press('เปรียบเทียบบทบาท')
    await press('ดูระบบในมุมมองของบทบาทนี้')
    await sees('“บรรณาธิการ”')
    expect(await seat.page.locator('.side').getByRole('link', { name: 'บทบาท' }).count()).to.equal(0)
    await press('กลับไปมุมมองของคุณ')
    await seat.page.locator('.side').getByRole('link', { name: 'บทบาท' }).waitFor()
    seat.quiet()
  })

  it('lets parts in a plain page load the elements of the site, without landmarks of their own', async () => {
    await seat.page.route('**/plain', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><html lang="en"><title>Plain</title><main><script type="module" src="/admin/assets/cms-admin.js"></script>
          <cms-list collection="posts" api="/api/cms"></cms-list>
          <cms-document collection="posts" document-id="1" api="/api/cms"></cms-document></main></html>`,
      }),
    )
    await seat.page.goto(`${site.origin}/plain`)
    await seat.page.getByRole('heading', { name: 'One' }).waitFor()
    await seat.page.locator('x-plan', { hasText: 'Own element' }).waitFor()
    const landmarks = 'header, footer, main, [role=banner], [role=main], [role=contentinfo]'
    const found = await seat.page.evaluate(
      `['cms-list', 'cms-document'].flatMap((tag) => [...document.querySelector(tag).shadowRoot.querySelectorAll('${landmarks}')].map((one) => tag + ' ' + one.tagName))`,
    )
    expect(found).to.deep.equal([])
    seat.quiet()
  })

  it('says of deliveries the same on both pages', async () => {
    await seat.open('system/deliveries')
    await seat.page.locator('td', { hasText: 'สร้างแล้ว' }).first().waitFor()
    await seat.open('system/deliveries?state=failed')
    await sees(/ยังรอส่งอยู่ \d+ รายการ/)
    await seat.open('system/status')
    // Once their first attempts are over, they need attention.
    const said = seat.page.locator('.note', { hasText: /มี webhook รอส่ง \d+ รายการ|เว็บฮุก \d+ รายการรอส่งอีกครั้ง/ })
    await said.getByRole('link').first().click()
    await seat.page.waitForURL(/system\/deliveries\?kind=webhook/)
    await seat.page.locator('td', { hasText: 'สร้างแล้ว' }).first().waitFor()
    seat.quiet()
  })
})
