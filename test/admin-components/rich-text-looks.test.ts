/** Every node in light, dark and on a phone: nothing is wider than the page, and axe finds nothing. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'chai'
import type { BrowserOptions } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { TextPage } from '../harness/text-page.ts'
import { docOf, heading, paragraph, text } from '../harness/writing.ts'

const cells = (type: string, ...words: string[]) => ({
  type: 'tableRow',
  content: words.map((one) => ({ type, content: [paragraph(one)] })),
})

/** One of each. */
const everything = (media: number, post: number, gone: number) =>
  docOf(
    heading(2, 'A walk through the old town'),
    paragraph({ type: 'mention', attrs: { collection: 'posts', id: post } }, text('2', 'subscript'), {
      type: 'text',
      marks: [{ type: 'link', attrs: { collection: 'posts', id: gone } }],
      text: 'gone',
    }),
    { type: 'image', attrs: { media, alt: 'A temple', caption: 'At noon' } },
    { type: 'taskList', content: [{ type: 'taskItem', attrs: { checked: true }, content: [paragraph('Tickets')] }] },
    { type: 'table', content: [cells('tableHeader', 'Place', 'Opens', 'Price'), cells('tableCell', 'วัดโพธิ์', '8:00', '300')] },
    { type: 'codeBlock', attrs: { language: 'typescript' }, content: [{ type: 'text', text: 'const answer = 42' }] },
    { type: 'file', attrs: { media } },
    { type: 'embed', attrs: { url: `https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=${'x'.repeat(80)}` } },
    { type: 'contentBlock', attrs: { blockType: 'quote', id: 'abcdefghijk', said: 'To be or not to be' } },
    { type: 'horizontalRule' },
    paragraph('The end.'),
  )

const LOOKS: Record<string, BrowserOptions> = { light: {}, dark: { scheme: 'dark' }, phone: { isPhone: true } }

describe('admin-components: looks of rich text', function () {
  this.timeout(60_000)
  for (const [name, options] of drawn(Object.entries(LOOKS), 'rich text looks'))
    it(`${name} @long`, async () => {
      const page = await TextPage.open({}, {}, options)
      try {
        const { id } = await page.picture()
        const post = (await page.site.cms.create('posts', { title: 'About us' })) as { id: number }
        const gone = (await page.site.cms.create('posts', { title: 'Gone' })) as { id: number }
        await page.write(everything(id, post.id, gone.id), () => page.site.cms.delete('posts', gone.id))
        await page.writer.field.locator('figure img').waitFor()
        await page.writer.field.locator('.to-document.gone').waitFor()
        expect(await page.seat.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).to.equal(true)
        for (const at of ['figure', '.node-embed']) {
          await page.writer.field.locator(at).hover()
          const { violations } = await new AxeBuilder({ page: page.seat.page }).include('.galley-surface').analyze()
          expect(
            violations.map((one) => [one.id, one.nodes.map(({ html }) => html)]),
            at,
          ).to.deep.equal([])
        }
        const { content } = await page.stored()
        expect(content.length).to.equal(11)
        page.seat.quiet()
      } finally {
        await page.close()
      }
    })
})
