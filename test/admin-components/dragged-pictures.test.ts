/** The pictures of a gallery are dragged by the picture itself, which a click opens. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { png } from '../harness/files.ts'
import { temporaryFile } from '../harness/start.ts'

describe('admin-components: dragging pictures', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    ;({ site, seat } = await serveTo('ada@example.org', {
      upload: { dir: temporaryFile('-files') },
      collections: [{ slug: 'posts', fields: [{ name: 'gallery', type: 'upload', hasMany: true }] }],
    }))
    for (const name of ['a', 'b', 'c']) await site.cms.upload({ filename: `${name}.png`, content: await png(40, 20) })
    await site.cms.create('posts', { gallery: [1, 2, 3] } as object)
  })
  after(() => site?.stop())

  it('moves one, and a click opens it', async () => {
    await seat.open('c/posts/1')
    const picture = (name: string) => seat.page.getByRole('button', { name: `Edit ${name}.png` })
    const names = () => seat.page.locator('.tiles .view').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    await picture('c').waitFor()
    const [from, to] = [(await picture('a').boundingBox())!, (await picture('c').boundingBox())!]
    const { mouse } = seat.page
    await mouse.move(from.x + 40, from.y + 40)
    await mouse.down()
    await mouse.move(to.x + to.width - 10, to.y + 60, { steps: 6 })
    await mouse.up()
    expect(await names()).to.deep.equal(['Edit b.png', 'Edit c.png', 'Edit a.png'])
    expect(await seat.page.getByRole('dialog').count(), 'a drag is no click').to.equal(0)
    await mouse.move(from.x + 40, from.y + 40)
    await mouse.down()
    await mouse.move(from.x + 42, from.y + 41)
    await mouse.up()
    await seat.page.getByRole('dialog').waitFor()
    expect(await names()).to.deep.equal(['Edit b.png', 'Edit c.png', 'Edit a.png'])
    seat.quiet()
  })
})
