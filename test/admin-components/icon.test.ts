/** The icon of each page that we serve: the page's own policy allows it, also after the address has changed, and the browser complains of nothing. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'

describe('admin-components: icon', () => {
  let site: Site
  before(async () => {
    site = await serve({ auth: { members: { roles: ['reader'] }, roles: ['admin', 'reader'] } })
  })
  after(() => site?.stop())

  for (const path of ['/admin', '/admin/c/posts/5', '/api/cms/users/verify-email/page', '/api/cms/users/reset-password/page'])
    it(`of ${path}`, async () => {
      const seat = await Seat.at(site)
      await seat.page.goto(site.origin + path)
      await seat.page.evaluate(`history.pushState(null, '', '/some/where/else')`)
      const width = await seat.page.evaluate(`new Promise((resolve, reject) => {
        const picture = new Image()
        picture.onload = () => resolve(picture.naturalWidth)
        picture.onerror = () => reject(new Error('the icon was not loaded'))
        picture.src = document.querySelector('link[rel=icon]').href
      })`)
      expect(width).to.be.greaterThan(0)
      seat.quiet()
      await seat.leave()
    })
})
