/** What is typed while the server takes its time to answer stays, whatever it was asked. */
import { expect } from 'chai'
import { type Seat, type Site, serveTo } from '../harness/admin.ts'
import { newsroom } from '../harness/newsroom.ts'
import { docOf, paragraph, Writer } from '../harness/writing.ts'

interface Door {
  name: string
  /** What is asked, and which of its requests gets no answer before something is typed: `GET `, `POST /autosave`. */
  open(): Promise<unknown>
  held: string
  /** Stored in the end: what was typed in the meantime into the text, and before it into the summary. */
  body: string
  summary: string
}

describe('admin-components: what is typed meanwhile', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  let writer: Writer
  let id: number
  before(async () => {
    ;({ site, seat } = await serveTo('nok@example.org', newsroom, { hasClock: true }))
    writer = new Writer(seat)
  })
  after(() => site?.stop())
  // A draft that is stale is refused once.
  afterEach(() => seat.quiet(/400/))

  const draft = async () => (await site.cms.findById('posts', id, { draft: true, depth: 0 })) as any

  /** A live document with a draft. */
  async function open(): Promise<void> {
    const body = docOf(paragraph('first'), paragraph('alpha gamma'))
    id = ((await site.cms.create('posts', { title: 'First', summary: 'Live.', body, status: 'published' })) as { id: number }).id
    await site.cms.update('posts', id, { title: 'Second', status: 'draft' })
    await seat.open(`c/posts/${id}`)
    await writer.field.waitFor()
  }

  /** With words that are not saved yet, after others that are. */
  async function write(): Promise<void> {
    await open()
    await seat.fill('Summary', 'Saved.')
    await seat.saved()
    await seat.fill('Summary', 'Typed.')
  }

  /** Requests of a kind wait until they are released. */
  async function hold(held: string): Promise<{ requested: Promise<void>; release(): Promise<void> }> {
    const [method, subpath] = held.split(' ') as [string, string]
    const at = (url: URL) => url.pathname === `/api/cms/posts/${id}${subpath}`
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    let isAsked = (): void => undefined
    const requested = new Promise<void>((resolve) => (isAsked = resolve))
    let answered: Promise<unknown> = Promise.resolve()
    await seat.page.route(at, (route) => {
      if (route.request().method() !== method) return route.continue()
      const answer = async (): Promise<void> => {
        // It is done on the server, and its answer takes a while.
        const response = await route.fetch()
        isAsked()
        await released
        await route.fulfill({ response })
      }
      answered = Promise.all([answered, answer()])
      return answered
    })
    const isOver = async (): Promise<void> => {
      release()
      await answered
      await seat.page.unroute(at)
    }
    return { requested, release: isOver }
  }

  const confirmed = async (item: string, question: string, yes: string): Promise<void> => {
    await seat.choose('More', item)
    await seat.page.getByRole('dialog', { name: question }).getByRole('button', { name: yes }).click()
  }
  const others = () => site.cms.update('posts', id, { views: 42, status: 'draft' })

  const DOORS: Door[] = [
    { name: 'a draft that saves itself', open: () => seat.pauses(), held: 'POST /autosave', body: 'alpha beta gamma', summary: 'Typed.' },
    {
      name: 'a draft that is saved by hand',
      open: () => seat.press('Save draft'),
      held: 'PATCH ',
      body: 'alpha beta gamma',
      summary: 'Typed.',
    },
    { name: 'a publication', open: () => seat.press('Publish changes'), held: 'PATCH ', body: 'alpha beta gamma', summary: 'Typed.' },
    { name: 'the look at what was saved', open: () => seat.press('Save draft'), held: 'GET ', body: 'alpha beta gamma', summary: 'Typed.' },
    {
      name: 'a merge with what others saved',
      open: async () => {
        await others()
        await seat.pauses()
      },
      held: 'GET ',
      body: 'alpha beta gamma',
      summary: 'Typed.',
    },
    {
      name: 'a save by hand that is merged with what others saved',
      open: async () => {
        await others()
        await seat.press('Save draft')
      },
      held: 'GET ',
      body: 'alpha beta gamma',
      summary: 'Typed.',
    },
    {
      name: 'an undo of all changes',
      open: () => seat.choose('More', 'Undo all changes'),
      held: 'GET ',
      body: 'alpha beta gamma',
      summary: 'Live.',
    },
    {
      name: 'an unpublishing',
      open: () => seat.choose('More', 'Unpublish'),
      held: 'POST /unpublish',
      body: 'alpha beta gamma',
      summary: 'Typed.',
    },
    {
      name: 'a draft that is discarded',
      open: () => confirmed('Discard changes', 'Discard the changes that are not published?', 'Discard changes'),
      held: 'POST /discard-draft',
      body: 'alpha beta gamma',
      summary: 'Live.',
    },
  ]

  for (const { name, open: ask, held, body, summary } of DOORS)
    it(`stays in ${name} @long`, async () => {
      await write()
      const { requested, release } = await hold(held)
      await ask()
      await requested
      await writer.field.click()
      await writer.caret('gamma')
      await writer.type('beta ')
      await release()
      await seat.saved()
      expect(await writer.field.textContent()).to.equal(`first${body}`)
      expect((await draft()).body.content[1]).to.deep.equal(paragraph(body))
      expect((await draft()).summary).to.equal(summary)
      expect(await seat.page.getByLabel('Summary').inputValue()).to.equal(summary)
    })

  const versions = async (): Promise<string[]> => {
    const { docs } = (await site.cms.findVersions('posts', id)) as any
    const all = await Promise.all(docs.map((version: any) => site.cms.findVersion('posts', id, version.id)))
    return all.map(({ data }: any) => data.summary)
  }

  it('is taken back by an undo of all changes while the draft is on its way @long', async () => {
    await open()
    const { requested, release } = await hold('POST /autosave')
    await seat.fill('Summary', 'On its way.')
    await seat.pauses()
    await requested
    await seat.choose('More', 'Undo all changes')
    await release()
    await seat.sees('Changes not saved yet')
    await seat.saved()
    expect((await draft()).summary).to.equal('Live.')
  })

  it('is no reason to overwrite what somebody else wrote before an undo of all changes @long', async () => {
    await open()
    await writer.field.click()
    await writer.caret('gamma')
    await writer.type('beta ')
    await seat.saved()
    const theirs = docOf(paragraph('by Bob'))
    await site.cms.update('posts', id, { body: theirs, status: 'draft' })
    const { requested, release } = await hold('GET ')
    await seat.choose('More', 'Undo all changes')
    await requested
    await writer.field.click()
    await writer.caret('gamma')
    await writer.type('delta ')
    await release()
    await seat.pauses()
    await seat.sees('Saved, except Body')
    expect((await draft()).body).to.deep.equal(theirs)
    await seat.press('Save draft')
    const dialog = seat.page.getByRole('dialog', { name: /has changed this document/ })
    await dialog.getByText('by Bob').first().waitFor()
    expect(await dialog.textContent()).to.contain('alpha delta gamma')
  })

  it('can’t be typed while the form turns to another language @long', async () => {
    await write()
    const { requested, release } = await hold('POST /autosave')
    await seat.page.getByLabel('Language of the content').selectOption('th')
    await requested
    await writer.field.evaluate((field: any) => field.focus())
    await writer.type('beta ')
    expect(await writer.field.textContent()).to.equal('firstalpha gamma')
    await release()
    await seat.page.waitForURL(/locale=th/)
    expect((await draft()).summary).to.equal('Typed.')
  })

  it('is in the history before a draft is discarded, or another version restored @long', async () => {
    await write()
    await confirmed('Discard changes', 'Discard the changes that are not published?', 'Discard changes')
    await seat.sees('Changes discarded')
    expect(await versions()).to.include('Typed.')
    await seat.fill('Summary', 'Typed again.')
    await seat.choose('More', 'History')
    const dialog = seat.page.getByRole('dialog', { name: 'History' })
    await dialog.getByRole('button', { name: 'Compare' }).last().click()
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await seat.page.getByRole('dialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).click()
    await seat.sees('Version restored')
    expect(await versions()).to.include('Typed again.')
  })

  it('is offered again after an unpublishing, if an earlier visit left it @long', async () => {
    await open()
    await seat.fill('Summary', 'Left.')
    await seat.page.clock.fastForward(1000)
    const left = await seat.context.storageState()
    const entries = left.origins[0]!.localStorage.filter((one) => one.name.includes(`:posts:${id}:`))
    expect(entries).to.have.length(2)
    await seat.choose('More', 'Undo all changes')
    await seat.saved()
    await seat.page.evaluate((entries) => {
      for (const { name, value } of entries) localStorage.setItem(`${name}-earlier`, value)
    }, entries)
    await seat.page.reload()
    await seat.sees('There are edits from an earlier visit')
    await seat.choose('More', 'Unpublish')
    await seat.sees('Unpublished')
    await seat.press('Bring them back')
    await seat.saved()
    expect((await draft()).summary).to.equal('Left.')
  })
})
