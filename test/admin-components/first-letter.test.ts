/** The first letter in a long text does no work that grows with the text. */
import { expect } from 'chai'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph } from '../harness/writing.ts'

describe('admin-components: the first letter in a long text @long', function () {
  this.timeout(60_000)
  let page: TextPage
  before(async () => {
    page = await TextPage.open()
  })
  after(() => page?.close())

  it('measures only what it changes, and pasted lines are read as Markdown once', async () => {
    await page.write(docOf(...Array.from({ length: 100 }, (_, index) => paragraph(`Paragraph ${index}`))))
    await page.seat.page.waitForTimeout(500)
    const counts = () =>
      page.seat.page.evaluate(`(() => {
        window.counted ??= { encoded: 0, frames: 0, read: 0 }
        const now = { ...counted }
        if (!window.isCounting) {
          isCounting = true
          const { encode } = TextEncoder.prototype
          TextEncoder.prototype.encode = function (text) { counted.encoded++; return encode.call(this, text) }
          const { getBoundingClientRect } = Element.prototype
          Element.prototype.getBoundingClientRect = function () {
            if (this.matches('.paper, .rich')) counted.frames++
            return getBoundingClientRect.call(this)
          }
          const { getData } = DataTransfer.prototype
          DataTransfer.prototype.getData = function (type) { counted.read++; return getData.call(this, type) }
        }
        return now
      })()`) as Promise<{ encoded: number; frames: number; read: number }>
    await page.seat.page.evaluate('var isCounting = false')
    await counts()
    await page.writer.type('x')
    await page.seat.page.waitForTimeout(100)
    const { encoded, frames } = await counts()
    expect(encoded).to.be.below(3)
    // ProseMirror itself asks both frames whether the caret is in sight.
    expect(frames).to.be.below(3)
    await page.paste({ 'text/plain': Array.from({ length: 100 }, (_, index) => `Line ${index}`).join('\n\n') })
    expect((await counts()).read).to.be.below(20)
  })
})
