/** Three people save and publish one rich text at once: nothing that any of them wrote is lost unless one of them says so, and each is told. */
import { expect } from 'chai'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { oneIn } from '../harness/depth.ts'
import { makeUser } from '../harness/people.ts'
import { PAIRS } from '../harness/start.ts'
import { docOf, paragraph, Writer } from '../harness/writing.ts'

/** Longer than the pause between two looks at who else is there. */
const LOOK = 16_000
const NAMES = ['nok', 'eve', 'ann']

for (const [index, [host, database]] of oneIn(2, [...PAIRS.entries()])) {
  const drafts = index === 0
  describe(`admin-components: three writers, ${drafts ? 'with' : 'without'} drafts on ${host.name} with ${database.name} @long`, function () {
    this.timeout(120_000)
    let site: Site
    let writers: Writer[]
    let id: number
    before(async () => {
      const fields = [{ name: 'title' }, { name: 'body', type: 'richText' as const }]
      site = await serve({ collections: [{ slug: 'notes', useAsTitle: 'title', drafts, versions: drafts, fields }] }, { host, database })
      writers = []
      for (const name of NAMES) {
        await makeUser(site.cms, `${name}@example.org`, { role: 'admin', name })
        const seat = await Seat.at(site, { hasClock: true })
        await seat.enter(`${name}@example.org`)
        writers.push(new Writer(seat))
      }
    })
    after(() => site?.stop())
    // A stale save is refused once.
    afterEach(() => {
      for (const { seat } of writers) seat.quiet(/400/, /412/)
    })

    async function open(...lines: string[]): Promise<void> {
      ;({ id } = (await site.cms.create('notes', { title: 'A text', body: docOf(...lines.map((one) => paragraph(one))) })) as {
        id: number
      })
      for (const { seat, field } of writers) {
        await seat.open(`c/notes/${id}`)
        await field.waitFor()
      }
    }
    const linesOf = ({ body }: any): string[] => body.content.map(({ content }: any) => content.map(({ text }: any) => text).join(''))
    const stored = async (): Promise<string[]> => linesOf(await site.cms.findById('notes', id, drafts ? { draft: true } : {}))
    async function show(lines: readonly string[]): Promise<void> {
      for (const { seat, field } of writers) {
        await seat.page.clock.fastForward(LOOK)
        const shown = () => field.locator('p').allTextContents()
        for (let tries = 0; tries < 200 && (await shown()).join('|') !== lines.join('|'); tries++) await seat.page.waitForTimeout(20)
        expect(await shown()).to.deep.equal(lines)
      }
    }
    const question = ({ seat }: Writer) => seat.page.getByRole('dialog', { name: /has changed this document/ })
    const savedAll = ({ seat }: Writer) => seat.page.getByText('All changes saved').filter({ visible: true }).first()

    /** Publishes what others have saved meanwhile along with one's own, or keeps one's own. */
    async function answer(writer: Writer): Promise<void> {
      const { page } = writer.seat
      const yes = question(writer).getByRole('button', { name: /^Publish|^Save my choice/ })
      for (let tries = 0; tries < 10; tries++) {
        await page.waitForTimeout(200)
        await savedAll(writer).or(yes).first().waitFor()
        if (!(await yes.isVisible())) return
        const mine = question(writer).getByRole('radio').first()
        if ((await mine.count()) > 0) await mine.check()
        await yes.click()
      }
    }

    it('in different paragraphs: all of it is stored, and everybody sees it', async () => {
      const lines = ['alpha', 'beta', 'gamma']
      await open(...lines)
      for (let round = 0; round < 3; round++) {
        for (const [at, writer] of writers.entries()) {
          const line = (at + round) % 3
          await writer.caret(lines[line]!, 'after')
          await writer.type(` ${NAMES[at]}${round}`)
          lines[line] += ` ${NAMES[at]}${round}`
        }
        const buttons = drafts ? [/^Publish/, 'Save draft', /^Publish/] : ['Save', 'Save', 'Save']
        await Promise.all(writers.map(({ seat }, at) => seat.press(buttons[(at + round) % 3]!)))
        await Promise.all(writers.map(answer))
        for (const { seat } of writers) await seat.saved()
        expect(await stored(), `round ${round}`).to.deep.equal(lines)
        await show(lines)
      }
      // Whoever published last may have published everything.
      const publish = writers[0]!.seat.page.getByRole('button', { name: /^Publish/ }).first()
      if (drafts && (await publish.isEnabled())) await publish.click()
      await writers[0]!.seat.saved()
      expect(linesOf(await site.cms.findById('notes', id))).to.deep.equal(lines)
    })

    it('in one paragraph: each is asked before the words of another go, and what they wrote elsewhere stays', async () => {
      await open('alpha', 'beta', 'gamma')
      for (const [at, writer] of writers.entries()) {
        await writer.caret('beta', 'after')
        await writer.type(` by ${NAMES[at]}`)
        await writer.caret(['alpha', 'gamma', 'beta'][at]!)
        await writer.type(`${NAMES[at]} `)
      }
      let isFirst = true
      for (const writer of writers) {
        if (drafts) await writer.seat.pauses()
        await writer.seat.press(drafts ? 'Save draft' : 'Save')
        await savedAll(writer).or(question(writer)).first().waitFor()
        expect(await question(writer).count(), 'asked').to.equal(isFirst ? 0 : 1)
        if (!isFirst) {
          expect(await question(writer).textContent()).to.contain((await stored())[1])
          await answer(writer)
        }
        isFirst = false
      }
      const lines = ['nok alpha', 'ann beta by ann', 'eve gamma']
      expect(await stored()).to.deep.equal(lines)
      await show(lines)
      await writers[0]!.seat.sees('Just changed by somebody else: Body')
    })
  })
}
