/** Edits that were not saved are offered to the person who made them, and to nobody else who uses the same browser. Whatever else is stored there breaks no form. */
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'

const EARLIER = 'There are edits from an earlier visit'
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('galley:edit:')))
const isKept = (page: Page, words: string) =>
  page.waitForFunction((words) => Object.values(localStorage).some((text) => String(text).includes(words)), words)

const COLLECTIONS: any[] = [
  {
    slug: 'posts',
    useAsTitle: 'title',
    fields: [
      { name: 'title' },
      { name: 'text', type: 'textarea' },
      { name: 'views', type: 'number' },
      { name: 'isHot', type: 'boolean' },
      { name: 'at', type: 'date' },
      { name: 'tone', type: 'select', options: [{ value: 'calm' }, { value: 'loud' }] },
      { name: 'words' },
      { name: 'next', type: 'relationship', to: 'posts' },
      { name: 'data', type: 'json' },
      { name: 'body', type: 'richText' },
      { name: 'seo', type: 'group', fields: [{ name: 'headline' }] },
      { name: 'links', type: 'array', fields: [{ name: 'label' }, { name: 'inner', type: 'array', fields: [{ name: 'url' }] }] },
      { name: 'parts', type: 'blocks', blocks: [{ slug: 'quote', fields: [{ name: 'words' }] }] },
    ],
  },
]

for (const [host, database] of drawn(PAIRS, 'kept-for-whom'))
  describe(`admin-components: edits are kept for their author, on ${host.name}`, function () {
    this.timeout(60_000)
    let site: Site
    let seat: Seat
    let id: number
    before(async () => {
      site = await serve(
        {
          collections: COLLECTIONS,
          onRequest: ({ headers }: any) => {
            const outside = /outside=(\w+)/.exec(headers.cookie ?? '')?.[1]
            return outside ? { user: { id: outside, role: 'admin', email: `${outside}@host.example` } } : undefined
          },
        },
        { host, database },
      )
      for (const name of ['nok', 'eve']) await makeUser(site.cms, `${name}@example.org`, { role: 'admin' })
    })
    after(() => site?.stop())
    beforeEach(async () => {
      id = ((await site.cms.create('posts', { title: 'First', text: 'Before.' })) as { id: number }).id
      seat = await Seat.at(site)
    })
    afterEach(() => seat.leave())

    const text = () => seat.page.locator('#f-text')
    async function openPost(): Promise<void> {
      await seat.open(`c/posts/${id}`)
      await text().waitFor()
    }
    /** In a tab that is closed with them, or on the way to another page. */
    async function leaveTyped(words: string): Promise<void> {
      await text().fill(words)
      await isKept(seat.page, words)
      await seat.page.close({ runBeforeUnload: false })
      Object.assign(seat, { page: await seat.context.newPage() })
    }
    const signOut = async () => {
      await seat.page.locator('.side-foot').getByRole('button').click()
      await seat.page.getByRole('menuitem', { name: 'Sign out everywhere' }).click()
      await seat.page.getByLabel('Email').waitFor()
    }
    const offers = () => seat.page.getByText(EARLIER).count()

    it('and no longer offered to whoever signs in after them @long', async () => {
      await seat.enter('nok@example.org')
      await seat.open(`c/posts/${id}`)
      await leaveTyped('by Nok')
      await seat.open()
      await signOut()
      await seat.signIn('eve@example.org')
      await openPost()
      expect(await offers()).to.equal(0)
      await leaveTyped('by Eve')
      await openPost()
      await seat.press('Bring them back')
      expect(await text().inputValue()).to.equal('by Eve')
      await seat.press('Save')
      await seat.saved()
      await signOut()
      await seat.signIn('nok@example.org')
      await openPost()
      await seat.press('Bring them back')
      const dialog = seat.page.getByRole('dialog', { name: 'These fields have changed since your earlier edits' })
      await dialog.getByRole('radio', { name: 'Your earlier edits' }).check()
      await dialog.getByRole('button', { name: 'Use these' }).click()
      await seat.press('Save')
      await seat.saved()
      expect((await site.cms.findById('posts', id))!['text']).to.equal('by Nok')
      expect(await kept(seat.page)).to.deep.equal([])
    })

    it('when somebody else signs in over the form @long', async () => {
      await seat.enter('nok@example.org')
      await seat.open(`c/posts/${id}`)
      await text().fill('by Nok')
      await site.cms.auth.logout(1)
      await seat.press('Save')
      const dialog = seat.page.getByRole('dialog', { name: 'Sign in again' })
      await dialog.getByLabel('Email').fill('eve@example.org')
      await dialog.getByLabel('Password').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Sign in' }).click()
      await dialog.waitFor({ state: 'detached' })
      await seat.page.waitForFunction(() => {
        const root = document.querySelector('cms-admin')!.shadowRoot!
        return (root.querySelector('#f-text') as HTMLTextAreaElement | null)?.value === 'Before.'
      })
      expect(await offers()).to.equal(0)
      await seat.fill('Title', 'By Eve')
      await seat.press('Save')
      await seat.saved()
      expect(await site.cms.findById('posts', id)).to.include({ title: 'By Eve', text: 'Before.' })
      await signOut()
      // Nok goes on in another tab, while the one in which they wrote is still open.
      Object.assign(seat, { page: await seat.context.newPage() })
      await seat.enter('nok@example.org')
      await openPost()
      await seat.press('Bring them back')
      await seat.press('Save')
      await seat.saved()
      expect(await site.cms.findById('posts', id)).to.include({ title: 'By Eve', text: 'by Nok' })
    })

    it('also for people whom the host signs in @long', async () => {
      const signedIn = (name: string) => seat.context.addCookies([{ name: 'outside', value: name, url: site.origin }])
      await signedIn('ada')
      await openPost()
      await leaveTyped('by Ada')
      await signedIn('bob')
      await openPost()
      expect(await offers()).to.equal(0)
      await signedIn('ada')
      await openPost()
      await seat.press('Bring them back')
      await seat.press('Save')
      await seat.saved()
      expect((await site.cms.findById('posts', id))!['text']).to.equal('by Ada')
      seat.quiet()
    })

    it('next to anything that other programs store @long', async () => {
      await seat.enter('nok@example.org')
      await seat.open(`c/posts/${id}`)
      await text().fill('by Nok')
      await isKept(seat.page, 'by Nok')
      const [key] = await kept(seat.page)
      await seat.page.close({ runBeforeUnload: false })
      Object.assign(seat, { page: await seat.context.newPage() })
      const odd = [
        5,
        'text',
        true,
        [1],
        ['a', null],
        { a: { b: [] } },
        [{ id: 7, label: [] }],
        [{ inner: 5 }],
        [{ blockType: 'gone', words: {} }],
      ]
      const names = COLLECTIONS[0].fields.map((field: any) => field.name)
      const stored = [
        '',
        'garbage{',
        'null',
        '7',
        '"text"',
        '[]',
        '[{"title":"x"}]',
        '{"$texts":null,"$originals":null,"$first":7,"$at":"soon"}',
        '{"$texts":{"not json":{},"[]":{"why":"x","text":"y"},"[5]":{"why":"x","text":"y"},"[\\"data\\"]":{"why":3}},"$originals":{"a":{}}}',
        '{"nobody knows":{"this":"field"},"$first":{"key":5,"sent":[1]}}',
        ...odd.map((value) =>
          JSON.stringify(Object.fromEntries(names.filter((name: string) => name !== 'text').map((name: string) => [name, value]))),
        ),
        ...odd.map((value) => JSON.stringify({ $texts: { '["data"]': value } })),
      ]
      const before = ['garbage{', ...odd.map((value) => JSON.stringify(Object.fromEntries(names.map((name: string) => [name, value]))))]
      await seat.open('account')
      await seat.page.evaluate(
        ([key, stored, before]) => {
          for (const [index, text] of (stored as string[]).entries()) {
            localStorage.setItem(`${key}${index}`, text)
            localStorage.setItem(`${key}${index}`.replace('edit', 'before'), before[index % before.length]!)
          }
          for (const name of ['language', 'theme', 'folded', 'view:posts', 'columns:posts'])
            localStorage.setItem(`galley:${name}`, '{"a":[')
        },
        [key!, stored, before] as const,
      )
      await openPost()
      await seat.press('Bring them back')
      const dialog = seat.page.getByRole('dialog')
      const isOver = async () => (await offers()) === 0 && (await dialog.count()) === 0
      for (let n = 0; n < 500 && !(await isOver()); n++) {
        if ((await dialog.count()) === 0) await seat.page.waitForTimeout(20)
        else await dialog.getByRole('button', { name: 'Use these' }).click()
      }
      expect(await isOver()).to.equal(true)
      expect(await text().inputValue()).to.equal('by Nok')
      await seat.choose('More', 'Undo all changes')
      await seat.fill('Title', 'Second')
      await seat.press('Save')
      await seat.saved()
      expect(await site.cms.findById('posts', id)).to.include({ title: 'Second', text: 'Before.' })
      seat.quiet()
    })
  })
