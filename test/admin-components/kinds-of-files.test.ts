/** A field for `documents`, a group of types: its files are offered, dropped and chosen as those of single types are. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { pdf, png } from '../harness/files.ts'
import { makeUser } from '../harness/people.ts'
import { temporaryFile } from '../harness/start.ts'

describe('admin-components: a group of types', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat

  before(async () => {
    site = await serve({
      upload: { dir: temporaryFile('-files'), mimeTypes: ['image/*', 'documents'] },
      collections: [
        {
          slug: 'posts',
          fields: [{ name: 'title' }, { name: 'papers', type: 'upload', hasMany: true, mimeTypes: ['documents'] }],
        },
      ],
    })
    await site.cms.upload({ filename: 'stored.pdf', content: pdf })
    await site.cms.upload({ filename: 'picture.png', content: await png() })
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.open('c/posts/new')
  })
  after(() => site?.stop())

  it('is offered in the dialog, and takes its files, also those whose type the browser doesn’t know', async () => {
    const { page } = seat
    const field = page.locator('[data-path="papers"]')
    await field.waitFor()
    await field.evaluate(
      (element, bytes) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(bytes)], 'dropped.pdf', { type: 'application/pdf' }))
        data.items.add(new File(['# Words'], 'notes.md', { type: '' }))
        for (const type of ['dragover', 'drop'])
          element.querySelector('.files-field')!.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }))
      },
      [...pdf],
    )
    await field.getByText('dropped.pdf').waitFor()
    await field.getByText('notes.md').waitFor()
    await field.getByRole('button', { name: /^Choose/ }).click()
    const dialog = page.getByRole('dialog', { name: /^Choose/ })
    await dialog.getByText('stored.pdf').waitFor()
    expect(await dialog.getByText('picture.png').count()).to.equal(0)
    expect(await dialog.locator('input[type=file]').getAttribute('accept'))
      .to.include('application/pdf')
      .and.to.not.include('documents')
  })
})
