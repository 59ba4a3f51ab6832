/** What a list sorts and filters by agrees with what its rows show, or the page says what it goes by. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

const NOTE = 'Filters and the order go by what is live.'
const FILTER = encodeURIComponent(JSON.stringify({ match: 'and', tests: [{ field: 'kind', operator: 'equals', value: 'news' }] }))

const CASES: [list: string, query: string, isSaid: boolean][] = [
  ['posts', '', false],
  ['posts', '?sort=-updatedAt', false],
  ['posts', '?sort=createdAt', false],
  ['posts', '?sort=title', true],
  ['posts', '?sort=-title', true],
  ['posts', `?filter=${FILTER}`, true],
  ['settled', '?sort=title', false],
]

describe('admin-components: what a list goes by', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  before(async () => {
    const fields = [{ name: 'title' }, { name: 'kind', type: 'select', options: ['news', 'culture'] }]
    ;({ site, seat } = await serveTo('nok@example.org', {
      collections: ['posts', 'settled'].map((slug) => ({ slug, useAsTitle: 'title', drafts: true, fields })),
    } as object))
    const { cms } = site as any
    for (const slug of ['posts', 'settled'])
      for (const title of ['First', 'Second']) await cms.create(slug, { title, kind: 'news', status: 'published' })
    await new Promise((resolve) => setTimeout(resolve, 20))
    await cms.update('posts', 1, { kind: 'culture', status: 'draft' })
  })
  after(() => site?.stop())

  it('is said where rows show pending changes, and only there @long', async () => {
    for (const [list, query, isSaid] of CASES) {
      await seat.open(`c/${list}${query}`)
      await seat.page.locator('tbody tr').nth(1).waitFor()
      expect(await seat.page.getByText(NOTE).count(), `${list}${query}`).to.equal(Number(isSaid))
    }
    seat.quiet()
  })

  it('is the last save in the order of a new list, which the column shows first', async () => {
    await seat.open('c/posts')
    await seat.page.locator('tbody tr').first().getByText('First').waitFor()
    const shown = await seat.page.locator('tbody td.when time').evaluateAll((times) => times.map((time) => time.getAttribute('datetime')))
    expect(shown).to.deep.equal(shown.toSorted().toReversed())
    await seat.page
      .locator('tbody tr')
      .first()
      .getByText(/^live: /)
      .waitFor()
  })
})
