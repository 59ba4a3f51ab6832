/** Two people in one document that saves only by hand: each sees what the other saves while they write, and is told where both change the same. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'

const [host, database] = PAIRS[1]!
/** Longer than the pause between two looks at who else is there. */
const LOOK = 16_000
const ROWS = [{ label: 'One' }, { label: 'Two' }]

describe('admin-components: beside each other', function () {
  this.timeout(60_000)
  let site: Site
  let nok: Seat
  let eve: Seat
  let id: number
  before(async () => {
    const fields = [
      { name: 'title' },
      { name: 'text', type: 'textarea' as const },
      { name: 'rows', type: 'array' as const, fields: [{ name: 'label' }] },
    ]
    site = await serve({ collections: [{ slug: 'notes', useAsTitle: 'title', fields }] }, { host, database })
    for (const name of ['Nok', 'Eve']) await makeUser(site.cms, `${name.toLowerCase()}@example.org`, { role: 'admin', name })
    ;[nok, eve] = [await Seat.at(site, { hasClock: true }), await Seat.at(site, { hasClock: true })]
    for (const [seat, name] of [
      [nok, 'nok'],
      [eve, 'eve'],
    ] as const)
      await seat.enter(`${name}@example.org`)
  })
  after(() => site?.stop())
  beforeEach(async () => {
    id = ((await site.cms.create('notes', { title: 'First', text: 'Before', rows: ROWS })) as { id: number }).id
    await nok.open(`c/notes/${id}`)
    await at(nok, 'title').waitFor()
    await eve.open(`c/notes/${id}`)
    await eve.sees('Nok is also here')
  })
  // A stale save is refused once.
  afterEach(() => {
    nok.quiet(/400/)
    eve.quiet()
  })
  const at = (seat: Seat, path: string) => seat.page.locator(`#f-${path.replaceAll('.', '-')}`)
  const shows = async (seat: Seat, path: string, wanted: string) => {
    while ((await at(seat, path).inputValue()) !== wanted) await seat.page.waitForTimeout(20)
  }
  const saves = async (seat: Seat) => {
    await seat.press('Save')
    await seat.saved()
  }
  const looks = (seat: Seat) => seat.page.clock.fastForward(LOOK)

  it('shows what the other saved, and leaves alone what one is writing, with its caret', async () => {
    await at(nok, 'title').fill('First by Nok')
    await at(nok, 'rows.1.label').fill('Two by Nok')
    await at(nok, 'title').press('Home')
    await at(eve, 'text').fill('By Eve')
    await at(eve, 'rows.0.label').fill('One by Eve')
    await saves(eve)
    await looks(nok)
    await shows(nok, 'text', 'By Eve')
    await shows(nok, 'rows.0.label', 'One by Eve')
    await nok.page.keyboard.type('The ')
    await shows(nok, 'title', 'The First by Nok')
    await saves(nok)
    const stored = (await site.cms.findById('notes', id)) as any
    expect(stored).to.include({ title: 'The First by Nok', text: 'By Eve' })
    expect(stored.rows.map(({ label }: any) => label)).to.deep.equal(['One by Eve', 'Two by Nok'])
    await looks(eve)
    await shows(eve, 'title', 'The First by Nok')
  })

  it('says so where both change the same, and a save compares the two', async () => {
    await at(nok, 'title').fill('First by Nok')
    await at(eve, 'title').fill('First by Eve')
    await saves(eve)
    await looks(nok)
    await nok.sees('Title: somebody else changed it, too. Save to compare both versions')
    await nok.sees('Eve is also here')
    expect(await at(nok, 'title').inputValue()).to.equal('First by Nok')
    await nok.press('Save')
    const dialog = nok.page.getByRole('dialog', { name: /has changed this document/ })
    await dialog.getByText('First by Eve').waitFor()
    await dialog.getByRole('button', { name: 'Save my choice' }).click()
    await nok.saved()
    expect(await site.cms.findById('notes', id)).to.include({ title: 'First by Nok' })
    await looks(nok)
    await nok.sees('Eve is also here. You see what they save')
  })
})
