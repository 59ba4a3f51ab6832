/** The question about a conflict says what its answer does, whichever action led to it. */
import { expect } from 'chai'
import { outcomeOf } from '../../admin-components/document/outcome.ts'
import { enConflict } from '../../admin-components/texts/en-conflict.ts'
import { addTexts, inEnglish } from '../../admin-components/texts/texts.ts'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'

addTexts({ en: enConflict, th: {} })

const DRAFT = 'Your choice is saved as a draft, which visitors don’t see.'
const PENDING = 'Your choice is saved as a draft. Visitors see the published version until you publish.'
const LIVE = 'Visitors will see your choice at once.'

describe('admin-components: what an answer to a conflict does', function () {
  this.timeout(60_000)

  for (const [what, drafts, isLive, runAt, more, button, line] of [
    ['a draft is saved', true, false, '', { status: 'draft' }, 'Save my choice', DRAFT],
    ['a draft of something live is saved', true, true, '', { status: 'draft' }, 'Save my choice', PENDING],
    [
      'a draft with a plan is saved',
      true,
      true,
      '2099-01-01T10:00:00Z',
      { status: 'draft' },
      'Save my choice',
      /^Your .* goes live .*2099.*, as planned/,
    ],
    ['it is published', true, false, '', { status: 'published' }, 'Publish with my choice', LIVE],
    ['it is published before its time', true, false, '2099-01-01T10:00:00Z', { status: 'published' }, 'Publish with my choice', LIVE],
    ['changes are published', true, true, '', { status: 'published' }, 'Publish with my choice', LIVE],
    ['something without drafts is saved', false, false, '', {}, 'Save my choice', 'Your choice is saved at once, without a draft.'],
  ] as const)
    it(`where ${what}`, () => {
      const publication = runAt === '' ? undefined : ({ id: 1, action: 'publish', runAt } as const)
      const outcome = outcomeOf({ entity: { drafts }, isLive, app: { language: 'en' } }, more, publication)
      expect(inEnglish(outcome.button)).to.equal(button)
      if (typeof line === 'string') expect(inEnglish(outcome.line, outcome.values)).to.equal(line)
      else expect(inEnglish(outcome.line, outcome.values)).to.match(line)
    })

  describe('in the admin', () => {
    let site: Site
    let nok: Seat
    before(async () => {
      const [host, database] = PAIRS[0]!
      const fields = [{ name: 'title' }, { name: 'summary' }]
      const posts = { slug: 'posts', useAsTitle: 'title', fields, drafts: true, schedule: true }
      site = await serve(
        { collections: [posts, { slug: 'notes', useAsTitle: 'title', fields }], globals: [{ slug: 'home', fields, drafts: true }] },
        { host, database },
      )
      await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
      nok = await Seat.at(site, { as: 'nok@example.org' })
    })
    after(async () => {
      // A stale save is refused once.
      nok.quiet(/400/)
      await nok.leave()
      await site.stop()
    })

    const dialog = () => nok.page.getByRole('dialog', { name: /has changed this document/ })
    async function asks(button: string, line: string): Promise<void> {
      await dialog().getByText(line, { exact: true }).waitFor()
      await dialog().getByRole('button', { name: button, exact: true }).waitFor()
      await nok.press('Decide later')
      await dialog().waitFor({ state: 'detached' })
    }
    const leaving = async () => {
      await nok.page.getByRole('navigation').getByRole('link', { name: 'Posts' }).first().click()
      await nok.page
        .getByRole('dialog', { name: 'Leave this page?' })
        .getByRole('button', { name: /^Save and leave|^Compare both versions/ })
        .click()
    }
    const inThePast = async () => {
      await nok.choose('More', 'Schedule')
      await nok.page.locator('#schedule-at').fill('2001-01-01T10:00')
      await nok.page.getByRole('dialog').getByRole('button', { name: 'Schedule', exact: true }).click()
      await nok.press('Publish now')
    }
    const plain = 'Your choice is saved at once, without a draft.'

    it('on every way to it @long', async () => {
      const make = (slug: string, more = {}) => site.cms.create(slug, { title: 'First', summary: 'Before', ...more }) as Promise<any>
      const [draft, live, note] = [await make('posts'), await make('posts', { status: 'published' }), await make('notes')]
      const shortcut = () => nok.page.keyboard.press('Control+s')
      const ways = [
        [`c/posts/${draft.id}`, 'Publish', () => nok.press('Publish'), 'Publish with my choice', LIVE],
        [`c/posts/${draft.id}`, 'Save draft', () => nok.press('Save draft'), 'Save my choice', DRAFT],
        [`c/posts/${draft.id}`, 'a time in the past', inThePast, 'Publish with my choice', LIVE],
        [`c/posts/${live.id}`, 'Publish changes', () => nok.press('Publish changes'), 'Publish with my choice', LIVE],
        [`c/posts/${live.id}`, 'the shortcut', shortcut, 'Save my choice', PENDING],
        [`c/posts/${live.id}`, 'leaving', leaving, 'Save my choice', PENDING],
        ['g/home', 'a global', () => nok.press('Save draft'), 'Save my choice', PENDING],
        [`c/notes/${note.id}`, 'Save', () => nok.press('Save'), 'Save my choice', plain],
        [`c/notes/${note.id}`, 'the shortcut without drafts', shortcut, 'Save my choice', plain],
      ] as const
      await site.cms.updateGlobal('home', { summary: 'Before', status: 'published' })
      let at = ''
      for (const [path, , act, button, line] of ways) {
        if (path !== at) {
          await nok.open(path)
          await nok.page.getByLabel('Summary').waitFor()
          const [, slug = '', id] = path.split('/')
          const theirs = { summary: `By Eve, ${path}`, ...(slug !== 'notes' && { status: 'draft' }) }
          if (id === undefined) await site.cms.updateGlobal(slug, theirs)
          else await site.cms.update(slug, Number(id), theirs)
          await nok.fill('Summary', 'By Nok')
        }
        at = path
        await act()
        await asks(button, line)
      }
    })
  })
})
