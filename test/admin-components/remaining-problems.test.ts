/** A problem of a refused save goes with its cause, however the value becomes another one: by typing, by undoing, by what somebody else saved. */
import { expect } from 'chai'
import { remainingProblems, withReason } from '../../admin-components/document/remaining-problems.ts'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'

describe('admin-components: problems of a refused save', () => {
  const HALF = { why: 'unfinished' }
  const rows = (...names: string[]) => ({ rows: names.map((name) => ({ id: name, name, n: null })) })
  /** What was shown, what is shown now, the path of a problem, and where it is then. */
  const CASES: Record<string, [from: any, to: any, path: string, then: string | undefined, half?: { before: string[]; now: string[] }]> = {
    'the value is as it was': [{ a: 1 }, { a: 1, b: 2 }, 'a', 'a'],
    'somebody has filled it in': [{ a: null }, { a: 'x' }, 'a', undefined],
    'empty in another way': [{ a: null }, { a: '' }, 'a', 'a'],
    'of no field': [{ a: 1 }, { a: 2 }, '', ''],
    'in a group': [{ g: { a: 1, b: 1 } }, { g: { a: 1, b: 2 } }, 'g.a', 'g.a'],
    'in a group that changed there': [{ g: { a: 1 } }, { g: { a: 2 } }, 'g.a', undefined],
    'in a group that is empty': [{ g: null }, { g: null, b: 1 }, 'g.a', 'g.a'],
    'in a row': [rows('x', 'y'), rows('x', 'y', 'z'), 'rows.1.name', 'rows.1.name'],
    'in a row that moved': [rows('x', 'y'), rows('y', 'x'), 'rows.1.name', 'rows.0.name'],
    'in a row that is gone': [rows('x', 'y'), rows('x'), 'rows.1.name', undefined],
    'of the rows': [rows('x', 'y'), rows('x'), 'rows', undefined],
    'still half written, over another value': [{ a: 1 }, { a: 2 }, 'a', 'a', { before: ['a'], now: ['a'] }],
    'no longer half written, over the same value': [{ a: 1 }, { a: 1 }, 'a', undefined, { before: ['a'], now: [] }],
    'half written in a row that moved': [
      rows('x', 'y'),
      rows('y', 'x'),
      'rows.1.n',
      'rows.0.n',
      { before: ['rows.1.n'], now: ['rows.0.n'] },
    ],
  }
  for (const [name, [from, to, path, then, half]] of Object.entries(CASES))
    it(name, () => {
      const halves = (paths: string[] = []) => new Map(paths.map((one) => [one, HALF]))
      const left = remainingProblems(new Map([[path, 'wrong']]), from, to, { before: halves(half?.before), now: halves(half?.now) })
      expect([...left.keys()]).to.deep.equal(then === undefined ? [] : [then])
    })

  it('the reason of an unfinished input is the current one', () => {
    const problems = new Map([
      ['a', 'first'],
      ['b', 'other'],
    ])
    expect([...withReason(problems, 'a', 'second')]).to.deep.equal([
      ['a', 'second'],
      ['b', 'other'],
    ])
    expect([...withReason(problems, 'a', undefined)]).to.deep.equal([['b', 'other']])
    expect(withReason(problems, 'c', 'new'), 'shown after the next save only').to.equal(problems)
  })

  describe('in a form', function () {
    this.timeout(60_000)
    let site: Site
    let seat: Seat
    const unfinished = [
      { name: 'extra', type: 'json' },
      { name: 'size', type: 'number' },
      { name: 'on', type: 'date' },
    ] as const
    before(async () => {
      ;({ site, seat } = await serveTo('ada@example.org', {
        collections: [
          {
            slug: 'posts',
            useAsTitle: 'title',
            drafts: true,
            fields: [
              { name: 'title', required: true },
              { name: 'lead', required: true },
              ...unfinished,
              { name: 'rows', type: 'array', fields: [...unfinished] },
            ],
          },
        ],
      }))
    })
    after(() => site?.stop())

    let id: number
    const problems = () => seat.page.locator('.problems')
    const open = async (lead: string | null = 'Lead') => {
      const rows = [{ size: 1 }]
      id = (await site.cms.create('posts', { title: 'One', lead, status: lead ? 'published' : 'draft', rows } as object)).id as number
      await seat.open(`c/posts/${id}`)
      await seat.page.locator('[data-path=extra] .cm-content').waitFor()
    }
    const isRefused = async (button: string, count = 1) => {
      await seat.press(button)
      await problems().getByText(`${count} problem`).waitFor()
    }
    const isSolved = async () => {
      await problems().waitFor({ state: 'detached' })
      await seat.saved()
      expect(await seat.page.locator('.wrong, .error, [aria-invalid=true]').count(), 'marks').to.equal(0)
    }
    const written = (path: string) =>
      seat.page
        .locator(`[data-path="${path}"]`)
        .locator(path.endsWith('extra') ? '.cm-content' : 'input')
        .first()

    for (const [path, wrong, button] of [
      ['extra', '{"a": ', 'Publish changes'],
      ['size', '12e', 'Publish changes'],
      ['rows.0.extra', '{"a": ', 'Publish changes'],
      ['rows.0.size', '12e', 'Publish changes'],
    ] as const)
      it(`${path}, emptied, undone, and reverted`, async () => {
        await open()
        const input = written(path)
        const type = async (text: string) => {
          await input.focus()
          await seat.page.keyboard.press('ControlOrMeta+a')
          await seat.page.keyboard.press('Delete')
          if (text !== '') await seat.page.keyboard.insertText(text)
        }
        await seat.page.getByLabel('Title').fill('Two')
        await type(wrong)
        await isRefused(button)
        await type(path.endsWith('size') && path !== 'size' ? '1' : '')
        await isSolved()
        await type(wrong)
        await isRefused(button)
        await seat.choose('More', 'Undo all changes')
        await isSolved()
        seat.quiet(/inline style/)
      })

    it('what somebody else fills in', async () => {
      await open(null)
      await isRefused('Publish')
      await seat.page.evaluate(() => dispatchEvent(new Event('focus')))
      await site.cms.update('posts', id, { lead: 'Theirs', status: 'draft' } as object)
      await seat.page.evaluate(() => dispatchEvent(new Event('focus')))
      await problems().waitFor({ state: 'detached' })
      expect(await seat.page.getByLabel('Lead').inputValue()).to.equal('Theirs')
      seat.quiet(/400/)
    })
  })
})
