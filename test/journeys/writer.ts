/** Somebody who writes one document in the admin. Whatever a step does in the browser it also tells the story, and after each step
 * what is stored must be what was told, and what is shown must be what is stored.
 */
import { expect } from 'chai'
import type { Browser, Locator } from 'playwright-core'
import { Seat, type Seen, type Site } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'
import { MADE, type Story, type Values } from './story.ts'
import { added, blocksOf, erased, marked, type Node, type Text, typed, wordsOf } from './text.ts'

/** Longer than any pause after which a draft saves itself. */
const PAUSE = 4000
/** Of the clock on the wall: how long what is stored may take to agree. */
const PATIENCE = 20_000

export class Writer {
  readonly seat: Seat
  readonly story: Story
  locale = 'en'
  steps = 0
  #isQuick = false
  #now = 'before the first step'

  private constructor(seat: Seat, story: Story) {
    this.seat = seat
    this.story = story
  }

  static async at(site: Site, browser: Browser, story: Story, email: string, seen: Seen = {}): Promise<Writer> {
    await makeUser(site.cms, email, { role: 'admin' })
    const seat = await Seat.at(site, browser, seen)
    await seat.page.clock.install()
    await seat.open()
    await seat.signIn(email)
    return new Writer(seat, story)
  }

  get page() {
    return this.seat.page
  }

  // Steps: what somebody does, and what it means.

  /** A form for a new document, which becomes one with its first words. */
  begins(): Promise<void> {
    return this.#step('begins a new one', async () => {
      await this.seat.open(`c/${this.story.slug}/new`)
      await this.page.getByRole('heading', { name: /^New / }).waitFor()
      this.#isQuick = true
    })
  }

  /** A first save gave it an address. */
  arrives(): Promise<void> {
    return this.#step('sees that it has been saved', async () => {
      this.#isQuick = false
      await this.#until(async () => {
        const id = /\/c\/\w+\/(\d+)/.exec(this.page.url())?.[1]
        this.story.id = id === undefined ? undefined : Number(id)
        return id === undefined ? 'it has no address yet' : undefined
      })
    })
  }

  opens(): Promise<void> {
    return this.#step('opens it', async () => {
      await this.seat.open(`c/${this.story.slug}/${this.story.id}?locale=${this.locale}`)
      await this.#isOpen()
    })
  }

  reloads(): Promise<void> {
    return this.#step('reloads the page', async () => {
      await this.page.reload()
      await this.#isOpen()
    })
  }

  /** To the list and back, by links. */
  leavesAndReturns(): Promise<void> {
    return this.#step('looks at the list and comes back', async () => {
      await this.page.locator('nav.crumbs a').first().click()
      await this.page.locator('tbody tr').first().waitFor()
      await this.page.goBack()
      await this.#isOpen()
    })
  }

  /** One that changes nothing. */
  looksAt(tab: string): Promise<void> {
    return this.#step(`turns to ${tab}`, () => this.page.getByRole('tab', { name: tab }).click(), { changes: false })
  }

  fills(path: string, value: string): Promise<void> {
    return this.#step(`fills ${path}`, async () => {
      await this.#input(path).fill(value)
      this.#tell(path, value)
    })
  }

  /** A key after the other, somewhere in what is there. */
  typesAt(path: string, offset: number, words: string): Promise<void> {
    return this.#step(`types in the middle of ${path}`, async () => {
      const before: string = this.#told(path) ?? ''
      await this.#caretAt(path, offset)
      await this.page.keyboard.type(words, { delay: 5 })
      this.#tell(path, before.slice(0, offset) + words + before.slice(offset))
    })
  }

  /** By the key that takes back, from the end. */
  erases(path: string, count: number): Promise<void> {
    return this.#step(`erases ${count} letters of ${path}`, async () => {
      const before: string = this.#told(path)
      await this.#caretAt(path, before.length)
      for (let n = 0; n < count; n++) await this.page.keyboard.press('Backspace')
      this.#tell(path, before.slice(0, before.length - count))
    })
  }

  counts(path: string, value: number): Promise<void> {
    return this.#step(`sets ${path}`, async () => {
      await this.#input(path).fill(String(value))
      this.#tell(path, value)
    })
  }

  writesJson(path: string, label: string, value: unknown): Promise<void> {
    return this.#step(`writes JSON into ${path}`, async () => {
      await this.page.getByLabel(label, { exact: true }).fill(JSON.stringify(value))
      this.#tell(path, value)
    })
  }

  ticks(path: string, value: boolean): Promise<void> {
    return this.#step(`ticks ${path}`, async () => {
      await this.#input(path).setChecked(value)
      this.#tell(path, value)
    })
  }

  selects(path: string, value: string): Promise<void> {
    return this.#step(`selects ${path}`, async () => {
      await this.#input(path).selectOption(value)
      this.#tell(path, value)
    })
  }

  // Relations and uploads.

  chooses(path: string, title: string, id: number): Promise<void> {
    return this.#step(`chooses ${title} for ${path}`, async () => {
      await this.#choose(path, title)
      this.#tell(path, id)
    })
  }

  choosesAlso(path: string, title: string, id: number): Promise<void> {
    return this.#step(`chooses ${title} as well for ${path}`, async () => {
      const dialog = await this.#choose(path, title)
      await dialog.locator('.foot .main').click()
      this.#tell(path, [...(this.#told(path) ?? []), id])
    })
  }

  /** What is pointed to is made on the way. */
  async makes(path: string, name: string): Promise<void> {
    await this.#step(`makes ${name} for ${path}`, async () => {
      await this.#field(path)
        .getByRole('button', { name: /^Choose/ })
        .click()
      await this.page.locator('dialog.picker').getByRole('button', { name: /^New / }).click()
      const drawer = this.page.locator('dialog.drawer')
      await drawer.getByLabel('Name').fill(name)
      await drawer.getByRole('button', { name: /^Create/ }).click()
      await drawer.waitFor({ state: 'detached' })
      this.#tell(path, MADE)
    })
  }

  removes(path: string, title: string, id: number): Promise<void> {
    return this.#step(`removes ${title} from ${path}`, async () => {
      await this.#field(path)
        .getByRole('button', { name: `Remove ${title}` })
        .click()
      const before = this.#told(path)
      this.#tell(path, Array.isArray(before) ? before.filter((one) => one !== id) : null)
    })
  }

  // Rows and blocks.

  adds(path: string, blockType?: string): Promise<void> {
    return this.#step(`adds to ${path}`, async () => {
      await this.#rows(path).locator('> div').last().getByRole('button', { name: 'Add' }).click()
      if (blockType !== undefined) await this.page.getByRole('menuitem', { name: blockType, exact: true }).filter({ visible: true }).click()
      this.#tell(path, [...(this.#told(path) ?? []), { id: MADE, ...(blockType !== undefined && { blockType: blockType.toLowerCase() }) }])
    })
  }

  moves(path: string, from: number, to: number): Promise<void> {
    return this.#step(`moves row ${from + 1} of ${path} to ${to + 1}`, async () => {
      const rows = [...this.#told(path)]
      for (let at = from; at !== to; at += Math.sign(to - from)) {
        const way = to > from ? 'down' : 'up'
        await this.#headOf(path, at)
          .getByRole('button', { name: new RegExp(`^Move .* ${way}$`) })
          .click()
      }
      rows.splice(to, 0, ...rows.splice(from, 1))
      this.#tell(path, rows)
    })
  }

  copies(path: string, at: number): Promise<void> {
    return this.#step(`copies row ${at + 1} of ${path}`, async () => {
      await this.#ofRow(path, at, 'Copy')
      const rows = [...this.#told(path)]
      rows.splice(at + 1, 0, withoutIds(rows[at]))
      this.#tell(path, rows)
    })
  }

  drops(path: string, at: number): Promise<void> {
    return this.#step(`removes row ${at + 1} of ${path}`, async () => {
      await this.#ofRow(path, at, 'Remove')
      this.#tell(
        path,
        this.#told(path).filter((_: unknown, index: number) => index !== at),
      )
    })
  }

  folds(path: string, at: number): Promise<void> {
    return this.#step(`folds row ${at + 1} of ${path}`, () => this.#headOf(path, at).locator('.fold').click(), { changes: false })
  }

  // Rich text.

  typesInText(path: string, block: number, offset: number, words: string): Promise<void> {
    return this.#step(`types into ${path}`, async () => {
      await this.#caretInText(path, block, offset)
      await this.page.keyboard.type(words, { delay: 5 })
      this.#tell(path, typed(this.#told(path) ?? null, block, offset, words))
    })
  }

  erasesInText(path: string, block: number, from: number, to: number): Promise<void> {
    return this.#step(`erases in ${path}`, async () => {
      await this.#stretch(path, block, from, to)
      await this.page.keyboard.press('Delete')
      this.#tell(path, erased(this.#told(path), block, from, to))
    })
  }

  marks(path: string, block: number, from: number, to: number, marks: readonly ('bold' | 'italic')[], by: 'keys' | 'buttons' = 'keys') {
    return this.#step(`makes a stretch of ${path} ${marks.join(' and ')}`, async () => {
      await this.#stretch(path, block, from, to)
      for (const mark of marks) {
        if (by === 'keys') await this.page.keyboard.press(mark === 'bold' ? 'Control+b' : 'Control+i')
        else
          await this.#field(path)
            .getByRole('button', { name: mark === 'bold' ? 'Bold' : 'Italic' })
            .click()
        this.#tell(path, marked(this.#told(path), block, from, to, mark))
      }
    })
  }

  /** A line of its own at the end, as it is typed. */
  writesLine(path: string, keys: string, node: Node): Promise<void> {
    return this.#step(`writes ${JSON.stringify(keys)} at the end of ${path}`, async () => {
      const before: Text = this.#told(path) ?? null
      await (await this.#text(path)).click()
      await this.page.keyboard.press('Control+End')
      const last = before && blocksOf(before).at(-1)
      const shown = await (await this.#text(path)).evaluate(
        (one) => one.lastElementChild?.matches('p') && one.lastElementChild.textContent === '',
      )
      if (last && wordsOf(last) !== '' && !shown) await this.page.keyboard.press('Enter')
      await this.page.keyboard.type(keys, { delay: 5 })
      this.#tell(path, added(before, node))
    })
  }

  /** Back and forth again, and nothing has changed. */
  undoesAndRedoes(path: string, times: number): Promise<void> {
    return this.#step(`undoes and redoes ${times} times in ${path}`, async () => {
      await (await this.#text(path)).focus()
      for (let n = 0; n < times; n++) await this.page.keyboard.press('Control+KeyZ')
      for (let n = 0; n < times; n++) await this.page.keyboard.press('Control+Shift+KeyZ')
    })
  }

  // The document as a whole.

  speaks(locale: string): Promise<void> {
    return this.#step(`turns to ${locale}`, async () => {
      await this.page.getByLabel('Language of the content').selectOption(locale)
      this.locale = locale
      await this.#isOpen()
    })
  }

  publishes(): Promise<void> {
    return this.#step('publishes', async () => {
      await this.page.getByRole('button', { name: /^Publish( changes)?$/ }).click()
      this.story.publish()
    })
  }

  savesDraft(): Promise<void> {
    return this.#step('saves the draft', () => this.seat.press('Save draft'))
  }

  unpublishes(): Promise<void> {
    return this.#step('unpublishes', async () => {
      await this.seat.choose('More', 'Unpublish')
      this.story.unpublish()
    })
  }

  discards(): Promise<void> {
    return this.#step('discards the draft', async () => {
      await this.seat.choose('More', 'Discard draft')
      await this.page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click()
      this.story.discard()
    })
  }

  /** From the history, what was published so many publications ago. */
  restores(ago: number): Promise<void> {
    return this.#step(`restores what was published ${ago} publications ago`, async () => {
      await this.seat.choose('More', 'History')
      const published = this.page.locator('ul.versions > li').filter({ hasText: 'Published' })
      await published.nth(ago).getByRole('button', { name: 'Compare' }).click()
      await this.page.getByRole('button', { name: 'Restore', exact: true }).click()
      await this.page.getByRole('dialog', { name: 'Restore this version?' }).getByRole('button', { name: 'Restore' }).click()
      this.story.restore(ago)
    })
  }

  /** Into the trash and out again. */
  deletesAndRecovers(title: string): Promise<void> {
    return this.#step('deletes it and brings it back', async () => {
      await this.seat.choose('More', 'Delete')
      await this.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await this.seat.sees(/was deleted/)
      await this.seat.choose('More', 'Trash')
      await this.page
        .getByRole('button', { name: new RegExp(`^Bring back.*${title}|^Bring back`) })
        .first()
        .click()
      await this.seat.sees('Brought back')
      await this.seat.open(`c/${this.story.slug}/${this.story.id}?locale=${this.locale}`)
      await this.#isOpen()
    })
  }

  /** Everything that was typed since the form was opened, or saved by hand, is taken back. */
  reverts(to: Values): Promise<void> {
    return this.#step('undoes all changes', async () => {
      await this.seat.choose('More', 'Undo all changes')
      for (const [path, value] of Object.entries(to)) this.#tell(path, value)
    })
  }

  /** What the line below the title says of saving. */
  async reads(words: RegExp): Promise<void> {
    await this.page.locator('.page-head [role=status]').first().filter({ hasText: words }).waitFor()
  }

  /** Anything else: what it does, and what it means. */
  does(name: string, act: (writer: this) => Promise<void>): Promise<void> {
    return this.#step(name, () => act(this))
  }

  /** Several steps without a pause between them. */
  async quickly(steps: () => Promise<unknown>): Promise<void> {
    this.#isQuick = true
    await steps()
    this.#isQuick = false
    await this.#step('pauses', async () => undefined)
  }

  async leaves(...expected: RegExp[]): Promise<void> {
    this.seat.quiet(...expected)
    await this.seat.leave()
  }

  // How a step is made.

  async #step(name: string, act: () => Promise<unknown>, { changes = true } = {}): Promise<void> {
    this.steps++
    this.#now = `step ${this.steps}: ${name}`
    try {
      await act()
      if (!this.#isQuick) await this.agrees(changes)
    } catch (error) {
      throw Object.assign(error as Error, { message: `${this.#now}\n${(error as Error).message}` })
    }
  }

  /** What is stored is what was told, and what is shown is what is stored. */
  async agrees(isShown = true): Promise<void> {
    await this.#until(async () => (await this.story.difference()) ?? (await this.#isSaved()))
    if (isShown) await this.#until(() => this.#differentlyShown())
  }

  async #until(wrong: () => Promise<string | undefined>): Promise<void> {
    const began = Date.now()
    let why = await wrong()
    while (why !== undefined) {
      if (Date.now() - began > PATIENCE) expect.fail(`${why}\n  ${this.seat.complaints.join('\n  ')}`)
      await this.page.clock.fastForward(PAUSE)
      await new Promise((done) => setTimeout(done, 50))
      why = await wrong()
    }
  }

  async #isSaved(): Promise<string | undefined> {
    const said = (
      await this.page
        .locator('.page-head [role=status]')
        .first()
        .textContent({ timeout: 2000 })
        .catch(() => null)
    )?.trim()
    return said === 'All changes saved' ? undefined : `the form says ${JSON.stringify(said)}`
  }

  /** Inputs and relations that say something else than the story. */
  async #differentlyShown(): Promise<string | undefined> {
    const shown = (await this.page.evaluate(SHOWN)) as Record<string, string | boolean | number>
    for (const [path, value] of Object.entries(shown)) {
      const told = this.story.get(path, this.locale)
      const wanted =
        typeof value === 'number'
          ? Array.isArray(told)
            ? told.length
            : told === null || told === undefined
              ? 0
              : 1
          : told === MADE
            ? value
            : told
      const agrees = typeof value === 'boolean' ? value === (wanted ?? false) : String(wanted ?? '') === String(value)
      if (!agrees) return `${path} shows ${JSON.stringify(value)} in place of ${JSON.stringify(wanted ?? null)}`
    }
    return undefined
  }

  #told(path: string): any {
    return this.story.get(path, this.locale)
  }

  #tell(path: string, value: unknown): void {
    this.story.set(path, this.locale, value)
  }

  async #isOpen(): Promise<void> {
    await this.page.locator('form.document[aria-busy=false]').waitFor()
  }

  #field(path: string): Locator {
    return this.page.locator(`[data-path="${path}"]`)
  }

  #input(path: string): Locator {
    return this.page.locator(`#f-${path.replaceAll('.', '-')}`)
  }

  #rows(path: string): Locator {
    return this.#field(path).locator('cms-rows').first().locator('> div')
  }

  #headOf(path: string, at: number): Locator {
    return this.#rows(path).locator('> ol > li').nth(at).locator('> .head')
  }

  async #ofRow(path: string, at: number, act: string): Promise<void> {
    await this.#headOf(path, at)
      .getByRole('button', { name: /^More for/ })
      .click()
    await this.page.getByRole('menuitem', { name: act, exact: true }).filter({ visible: true }).click()
  }

  async #choose(path: string, title: string): Promise<Locator> {
    await this.#field(path)
      .getByRole('button', { name: /^Choose/ })
      .first()
      .click()
    const dialog = this.page.locator('dialog.picker')
    await dialog.getByRole('searchbox').fill(title)
    await this.page.clock.fastForward(1000)
    await dialog.locator('li > button').filter({ hasText: title }).first().click()
    return dialog
  }

  /** The editable of a rich text, which the page itself holds. */
  async #text(path: string): Promise<Locator> {
    const slot = await this.#field(path).locator('cms-rich-text slot').first().getAttribute('name')
    return this.page.locator(`[slot="${slot}"] [role=textbox]`)
  }

  async #caretAt(path: string, offset: number): Promise<void> {
    await this.#input(path).focus()
    await this.page.keyboard.press('Control+Home')
    await this.#steps('ArrowRight', (this.#told(path) ?? '').slice(0, offset))
  }

  async #caretInText(path: string, block: number, offset: number): Promise<void> {
    await (await this.#text(path)).click()
    await this.page.keyboard.press('Control+Home')
    const blocks = this.#told(path) ? blocksOf(this.#told(path)) : []
    // One step from the end of a block to the next.
    const before = blocks.slice(0, block).map((one) => `${wordsOf(one)}|`)
    const within = blocks[block] ? wordsOf(blocks[block]).slice(0, offset) : ''
    await this.#steps('ArrowRight', `${before.join('')}${within}`)
  }

  /** One for each letter as people see letters: a Thai one may be of several characters. */
  async #steps(key: string, words: string): Promise<void> {
    for (const _ of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(words)) await this.page.keyboard.press(key)
    await this.page.evaluate(A_MOMENT)
  }

  async #stretch(path: string, block: number, from: number, to: number): Promise<void> {
    await this.#caretInText(path, block, from)
    await this.#steps('Shift+ArrowRight', wordsOf(blocksOf(this.#told(path))[block]!).slice(from, to))
  }
}

/** Whatever the browser has put off, such as telling of a selection, has happened by then. */
const A_MOMENT = `new Promise((done) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = done
  port2.postMessage(0)
})`

/** Of each field that shows a plain value: what it shows; of a relation: how many. */
const SHOWN = `(() => {
  const shown = {}
  for (const field of document.querySelector('cms-admin').shadowRoot.querySelectorAll('form.document [data-path]')) {
    const path = field.dataset.path
    const input = field.querySelector('#f-' + path.replaceAll('.', '-'))
    if (field.querySelector(':scope > cms-relation')) shown[path] = field.querySelectorAll('.related > li').length
    else if (input?.matches('[type=checkbox]')) shown[path] = input.checked
    else if (input?.matches('input:not([type=datetime-local]), textarea, select')) shown[path] = input.value
  }
  return shown
})()`

/** Rows of a copy are rows of their own. */
function withoutIds(value: any): any {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (typeof value !== 'object' || value === null || value.type === 'doc') return value
  const copy: Values = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutIds(one)]))
  return 'id' in copy ? { ...copy, id: MADE } : copy
}
