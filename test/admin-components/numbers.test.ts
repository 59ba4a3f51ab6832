/** Numbers typed key by key: what the field shows is never rewritten under the caret, and what it shows is what is stored. */
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'

const PATHS = ['price', 'size-weight', 'parts-0-rate']

describe('admin-components: numbers', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo(
      'nok@example.org',
      {
        collections: [
          {
            slug: 'goods',
            drafts: true,
            fields: [
              { name: 'price', type: 'number' },
              { name: 'size', type: 'group', fields: [{ name: 'weight', type: 'number' }] },
              { name: 'parts', type: 'array', fields: [{ name: 'rate', type: 'number' }] },
            ],
          },
        ],
      },
      { hasClock: true },
    ))
  })
  after(() => site?.stop())
  afterEach(() => seat.quiet())

  const field = (path: string): Locator => seat.page.locator(`#f-${path}`)
  const stored = async (id: number) => (await site.cms.findById('goods', id, { draft: true })) as any

  async function open(values: object = {}): Promise<number> {
    const { id } = (await site.cms.create('goods', { parts: [{ rate: null }], status: 'published', ...values })) as { id: number }
    await seat.open(`c/goods/${id}`)
    await field('price').waitFor()
    return id
  }

  /** What somebody sees in a number field, which its `value` does not say while it is half typed. */
  async function shownIn(input: Locator): Promise<string> {
    await input.focus()
    await seat.page.keyboard.press('Control+a')
    const text = await seat.page.evaluate(() => getSelection()!.toString())
    await seat.page.keyboard.press('End')
    return text
  }

  const TYPED = ['-0.5', '-0.05', '-0', '0.', '1.50', '1e-3', '-1e3', '1e30']
  for (const path of drawn(PATHS, 'numbers'))
    for (const pauses of [false, true])
      it(`are stored as they were typed into ${path}${pauses ? ', with a pause after each key' : ''} @long`, async () => {
        const id = await open()
        for (const typed of TYPED) {
          await field(path).fill('')
          await seat.saved()
          await field(path).focus()
          for (const key of typed) {
            await seat.page.keyboard.type(key)
            if (pauses) await seat.pauses()
          }
          if (typed === '1e30') {
            await seat.sees(/This number is too large/)
            expect(await field(path).inputValue()).to.equal(typed)
            continue
          }
          await seat.saved()
          expect(await shownIn(field(path))).to.equal(typed)
          const { price, size, parts } = await stored(id)
          expect({ price, 'size-weight': size.weight, 'parts-0-rate': parts[0].rate }[path], typed).to.equal(Number(typed) + 0)
        }
      })

  it('stay as they were while there is only a sign @long', async () => {
    const id = await open({ price: 7 })
    await field('price').focus()
    await seat.page.keyboard.press('Control+a')
    await seat.page.keyboard.type('-')
    await seat.pauses()
    await seat.sees(/This is not a number/)
    expect(await shownIn(field('price'))).to.equal('-')
    expect((await stored(id)).price).to.equal(7)
    await seat.choose('More', 'Undo all changes')
    expect(await shownIn(field('price')), 'after the undo').to.equal('7')
    await seat.saved()
  })
})
