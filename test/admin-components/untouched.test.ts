/** Looking is no change: a document that is opened, and whose fields are all entered and left, stays as it is stored. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { makeUser } from '../harness/people.ts'
import { createdAsIs } from '../harness/stored-as-is.ts'
import { docOf, item, paragraph } from '../harness/writing.ts'

const prose = { slug: 'prose', fields: [{ name: 'words', type: 'richText' as const }, { name: 'note' }] }

/** Texts that an editor would like to tidy: no place to write at the end, attributes that are missing, nothing in them. */
const TEXTS: Record<string, object | null> = {
  endsWithList: docOf(paragraph('one'), { type: 'orderedList', content: [item(paragraph('two'))] }),
  endsWithImage: docOf(paragraph('one'), { type: 'image', attrs: { src: '/a.png' } }),
  onlyRule: docOf({ type: 'horizontalRule' }),
  onlyCode: docOf({ type: 'codeBlock', content: [{ type: 'text', text: 'let a' }] }),
  emptyDoc: docOf(),
  bare: { type: 'doc' },
  emptyParagraph: docOf(paragraph()),
  emptyWords: docOf({
    type: 'paragraph',
    content: [
      { type: 'text', text: '' },
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ],
  }),
  withoutLevel: docOf({ type: 'heading', content: [{ type: 'text', text: 'Head' }] }),
  bareLink: docOf({
    type: 'paragraph',
    content: [{ type: 'text', text: 'x', marks: [{ type: 'italic' }, { type: 'link', attrs: { href: '/a' } }] }],
  }),
  notAText: { hello: 'world' },
  none: null,
}

const FIELDS = {
  text: '  spaces  ',
  textarea: 'one\r\ntwo\n\n',
  email: 'nok@example.org',
  number: 1.25,
  whole: 0,
  yes: true,
  maybe: null,
  date: '2026-01-02T03:04:05.678Z',
  noDate: null,
  select: 'b',
  selects: ['b', 'a'],
  json: { b: [1, { c: null }], a: '' },
  jsonText: 'text',
  noJson: null,
  list: [{ label: 'one', words: docOf(paragraph('one'), { type: 'horizontalRule' }) }],
  sections: [{ blockType: 'prose', words: docOf({ type: 'bulletList', content: [item(paragraph('two'))] }), note: null }],
  group: { headline: null, text: docOf({ type: 'horizontalRule' }), on: '2026-01-02T03:04:05.000Z' },
}

describe('admin-components: untouched', function () {
  this.timeout(90_000)
  let site: Site | undefined
  let seat: Seat | undefined
  afterEach(async () => {
    await seat?.leave()
    await site?.stop()
  })

  for (const drafts of drawn([true, false], 'untouched'))
    it(`is a document ${drafts ? 'with' : 'without'} drafts whose fields are entered and left @long`, async () => {
      site = await serve({
        localization: { locales: ['en', 'th'] },
        collections: [
          { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name' }] },
          {
            slug: 'posts',
            useAsTitle: 'text',
            drafts,
            fields: [
              ...Object.keys(TEXTS).map((name, index) => ({ name, type: 'richText' as const, localized: index % 2 === 0 })),
              { name: 'text', localized: true },
              { name: 'textarea', type: 'textarea' },
              { name: 'email', type: 'email' },
              { name: 'number', type: 'number' },
              { name: 'whole', type: 'number', integer: true },
              { name: 'yes', type: 'boolean' },
              { name: 'maybe', type: 'boolean' },
              { name: 'date', type: 'date' },
              { name: 'noDate', type: 'date' },
              { name: 'select', type: 'select', options: ['a', 'b'] },
              { name: 'selects', type: 'select', options: ['a', 'b'], hasMany: true },
              { name: 'json', type: 'json' },
              { name: 'jsonText', type: 'json' },
              { name: 'noJson', type: 'json' },
              { name: 'list', type: 'array', fields: [{ name: 'label' }, { name: 'words', type: 'richText' }] },
              { name: 'sections', type: 'blocks', blocks: [prose] },
              {
                name: 'group',
                type: 'group',
                fields: [{ name: 'headline' }, { name: 'text', type: 'richText' }, { name: 'on', type: 'date' }],
              },
              { name: 'tag', type: 'relationship', to: 'tags' },
              { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
              { name: 'cover', type: 'upload' },
            ],
          },
        ],
      })
      await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
      for (const name of ['red', 'blue']) await site.cms.create('tags', { name })
      await createdAsIs(site.cms, 'posts', { ...TEXTS, ...FIELDS, tag: 1, tags: [2, 1], ...(drafts && { status: 'published' }) })
      const { cms } = site
      const read = async () => JSON.stringify(await cms.findById('posts', 1, drafts ? { draft: true } : {}))
      const before = await read()

      seat = await Seat.at(site)
      const changes: string[] = []
      seat.page.on('request', (request) => {
        if (/\/posts\b/.test(request.url()) && request.method() !== 'GET' && !request.url().endsWith('/presence'))
          changes.push(`${request.method()} ${request.url()}`)
      })
      await seat.enter('nok@example.org')
      await seat.open('c/posts/1')
      await seat.page.locator('.cm-content').last().waitFor()
      await seat.page.locator('.ProseMirror').nth(Object.keys(TEXTS).length).waitFor()
      const { page } = seat
      const dirty = (): Promise<string> =>
        page.evaluate(
          `(() => { const { form } = document.querySelector('cms-admin').shadowRoot.querySelector('cms-document'); return form.isDirty ? JSON.stringify(form.changed) : '' })()`,
        )
      expect(await dirty(), 'opened').to.equal('')

      const entered = seat.page.locator(
        '.document :is(input:not([type=checkbox]), textarea, select, .cm-content, .closed pre), .ProseMirror:visible, .document input[type=checkbox]',
      )
      const count = await entered.count()
      expect(count).to.be.greaterThan(Object.keys({ ...TEXTS, ...FIELDS }).length)
      for (let at = 0; at < count; at++) {
        const one = entered.nth(at)
        const what = await one.evaluate((element: any) => element.getAttribute('aria-label') ?? element.id)
        // A click would tick a box or open a list, so those are only focused.
        if (await one.evaluate((element: any) => element.matches('select, [type=checkbox], pre'))) await one.focus()
        else await one.click()
        await seat.page.mouse.wheel(0, 5)
        const takesArrows = await one.evaluate((element: any) => element.matches('.ProseMirror, .cm-content, textarea'))
        if (takesArrows) for (const key of ['ArrowLeft', 'Control+End', 'ArrowDown']) await seat.page.keyboard.press(key)
        expect(await dirty(), `${what} entered`).to.equal('')
        await one.blur()
        expect(await dirty(), `${what} left`).to.equal('')
      }
      for (const locale of ['th', 'en']) {
        await seat.page.getByLabel('Language of the content').selectOption(locale)
        await seat.page.locator('.badge', { hasText: locale }).first().waitFor()
        expect(await dirty(), locale).to.equal('')
      }
      // Longer than an autosave waits.
      await seat.page.waitForTimeout(2500)
      expect(await dirty()).to.equal('')
      expect(changes).to.deep.equal([])
      expect(await read()).to.equal(before)
      seat.quiet()
    })
})
