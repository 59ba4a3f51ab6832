/** Writing JSON: what is typed stays as it was typed, wrong for a while or not. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { drawn } from '../harness/depth.ts'
import { PAIRS } from '../harness/start.ts'

describe('admin-components: json', function () {
  this.timeout(60_000)

  for (const [host, database] of drawn(PAIRS, 'json'))
    describe(`on ${host.name} with ${database.name}`, () => {
      let site: Site
      let seat: Seat

      before(async () => {
        ;({ site, seat } = await serveTo(
          'nok@example.org',
          {
            collections: [{ slug: 'posts', fields: [{ name: 'any', type: 'json' }] }],
          },
          { host, database },
        ))
      })
      after(() => site?.stop())
      afterEach(() => seat.quiet())

      const stored = async (id: number): Promise<unknown> => ((await site.cms.findById('posts', id)) as any).any
      const shown = () => seat.page.locator('.cm-line').allTextContents()
      async function open(any: unknown): Promise<number> {
        const { id } = (await site.cms.create('posts', { any })) as { id: number }
        await seat.open(`c/posts/${id}`)
        await seat.page.locator('.cm-content').click()
        return id
      }
      async function save(): Promise<void> {
        await seat.page.keyboard.press('Control+s')
        await seat.saved()
      }

      it('says where a mistake is, in the language of the admin @long', async () => {
        await open(null)
        await seat.page.keyboard.insertText('{ "a": 1,\n  b }')
        await seat.sees('This is not JSON yet: look at line 2, column 3')
        await seat.page.keyboard.press('Control+a')
        await seat.page.keyboard.insertText('{ "a": [1')
        await seat.sees('This is not JSON yet: something is missing at the end')
        await seat.page.keyboard.press('Control+a')
        await seat.page.keyboard.insertText('{}')
        await save()
      })

      it('is not set out anew at the key that makes it right, and the caret stays @long', async () => {
        const id = await open(null)
        await seat.page.keyboard.insertText('{ "a": 1, "b": [2] ')
        await seat.page.keyboard.type('}')
        expect(await shown()).to.deep.equal(['{ "a": 1, "b": [2] }'])
        for (let step = 0; step < 3; step++) await seat.page.keyboard.press('ArrowLeft')
        await seat.page.keyboard.type(', 3')
        expect(await shown()).to.deep.equal(['{ "a": 1, "b": [2, 3] }'])
        await save()
        expect(await stored(id)).to.deep.equal({ a: 1, b: [2, 3] })
        expect(await shown(), 'saved').to.deep.equal(['{ "a": 1, "b": [2, 3] }'])
      })

      it('keeps the order in which keys are put', async () => {
        const id = await open({ a: 1, b: 2 })
        await seat.page.keyboard.press('Control+a')
        await seat.page.keyboard.insertText('{ "b": 2, "a": 1 }')
        await save()
        expect(JSON.stringify(await stored(id))).to.equal('{"b":2,"a":1}')
      })
    })
})
