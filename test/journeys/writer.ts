/** Somebody who writes one document in the admin: what they do, and what it means for the story. */
import type { Locator } from 'playwright-core'
import { type BrowserOptions, Seat, type Site } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'
import { Stepping } from './stepping.ts'
import { MADE, type Story, type Values } from './story.ts'
import { added, blocksOf, erased, marked, type Node, type Text, typed, wordsOf } from './text.ts'

export class Writer extends Stepping {
  static async at(site: Site, story: Story, email: string, options: BrowserOptions = {}): Promise<Writer> {
    await makeUser(site.cms, email, { role: 'admin' })
    const seat = await Seat.at(site, options)
    await seat.page.clock.install()
    await seat.enter(email)
    return new Writer(seat, story)
  }

  /** A form for a new document, which becomes one with its first words. */
  begins(): Promise<void> {
    return this.step('begins a new one', async () => {
      await this.seat.open(`c/${this.story.slug}/new`)
      await this.page.getByRole('heading', { name: /^New / }).waitFor()
      this.isQuick = true
    })
  }

  /** A first save gave it an address. */
  arrives(): Promise<void> {
    return this.step('sees that it has been saved', async () => {
      this.isQuick = false
      await this.until(async () => {
        const id = /\/c\/\w+\/(\d+)/.exec(this.page.url())?.[1]
        this.story.id = id === undefined ? undefined : Number(id)
        return id === undefined ? 'it has no address yet' : undefined
      })
    })
  }

  opens(): Promise<void> {
    return this.step('opens it', async () => {
      await this.seat.open(`c/${this.story.slug}/${this.story.id}?locale=${this.locale}`)
      await this.shown.isOpen()
    })
  }

  reloads(): Promise<void> {
    return this.step('reloads the page', async () => {
      await this.page.reload()
      await this.shown.isOpen()
    })
  }

  /** To the list and back, by links. */
  leavesAndReturns(): Promise<void> {
    return this.step('looks at the list and comes back', async () => {
      await this.page.locator('nav.crumbs a').first().click()
      await this.page.locator('tbody tr').first().waitFor()
      await this.page.goBack()
      await this.shown.isOpen()
    })
  }

  /** One that changes nothing. */
  looksAt(tab: string): Promise<void> {
    return this.step(`turns to ${tab}`, () => this.page.getByRole('tab', { name: tab }).click(), { changes: false })
  }

  fills(path: string, value: string): Promise<void> {
    return this.step(`fills ${path}`, async () => {
      await this.shown.input(path).fill(value)
      this.tell(path, value)
    })
  }

  /** A key after the other, somewhere in what is there. */
  typesAt(path: string, offset: number, words: string): Promise<void> {
    return this.step(`types in the middle of ${path}`, async () => {
      const before: string = this.modelled(path) ?? ''
      await this.shown.caretBehind(path, before.slice(0, offset))
      await this.page.keyboard.type(words, { delay: 5 })
      this.tell(path, before.slice(0, offset) + words + before.slice(offset))
    })
  }

  /** By the key that takes back, from the end. */
  erases(path: string, count: number): Promise<void> {
    return this.step(`erases ${count} letters of ${path}`, async () => {
      const before: string = this.modelled(path)
      await this.shown.caretBehind(path, before)
      for (let n = 0; n < count; n++) await this.page.keyboard.press('Backspace')
      this.tell(path, before.slice(0, before.length - count))
    })
  }

  counts(path: string, value: number): Promise<void> {
    return this.step(`sets ${path}`, async () => {
      await this.shown.input(path).fill(String(value))
      this.tell(path, value)
    })
  }

  writesJson(path: string, label: string, value: unknown): Promise<void> {
    return this.step(`writes JSON into ${path}`, async () => {
      await this.page.getByLabel(label, { exact: true }).fill(JSON.stringify(value))
      this.tell(path, value)
    })
  }

  ticks(path: string, value: boolean): Promise<void> {
    return this.step(`ticks ${path}`, async () => {
      await this.shown.input(path).setChecked(value)
      // One that was never ticked stays as it is.
      if (value !== (this.modelled(path) ?? false)) this.tell(path, value)
    })
  }

  selects(path: string, value: string): Promise<void> {
    return this.step(`selects ${path}`, async () => {
      await this.shown.input(path).selectOption(value)
      this.tell(path, value)
    })
  }

  // Relations and uploads.

  chooses(path: string, title: string, id: number): Promise<void> {
    return this.step(`chooses ${title} for ${path}`, async () => {
      await this.shown.choose(path, title)
      this.tell(path, id)
    })
  }

  choosesAlso(path: string, title: string, id: number): Promise<void> {
    return this.step(`chooses ${title} as well for ${path}`, async () => {
      const dialog = await this.shown.choose(path, title)
      await dialog.locator('.foot .main').click()
      this.tell(path, [...(this.modelled(path) ?? []), id])
    })
  }

  /** What is pointed to is made on the way. */
  async makes(path: string, name: string): Promise<void> {
    await this.step(`makes ${name} for ${path}`, async () => {
      await this.shown
        .field(path)
        .getByRole('button', { name: /^Choose/ })
        .click()
      await this.page.locator('dialog.picker').getByRole('button', { name: /^New / }).click()
      const drawer = this.page.locator('dialog.drawer')
      await drawer.getByLabel('Name').fill(name)
      await drawer.getByRole('button', { name: /^Create/ }).click()
      await drawer.waitFor({ state: 'detached' })
      this.tell(path, MADE)
    })
  }

  removes(path: string, title: string, id: number): Promise<void> {
    return this.step(`removes ${title} from ${path}`, async () => {
      const field = this.shown.field(path)
      const [button, menu] = [`Remove ${title}`, `More for ${title}`].map((name) => field.getByRole('button', { name })) as [
        Locator,
        Locator,
      ]
      await button.or(menu).waitFor()
      // Where there is little room, it is in the menu of the row.
      if (await button.isVisible()) await button.click()
      else {
        await menu.click()
        await field.getByRole('menuitem', { name: 'Remove', exact: true }).click()
      }
      const before = this.modelled(path)
      this.tell(path, Array.isArray(before) ? before.filter((one) => one !== id) : null)
    })
  }

  // Rows and blocks.

  adds(path: string, blockType?: string): Promise<void> {
    return this.step(`adds to ${path}`, async () => {
      await this.shown.rows(path).locator('> div').last().getByRole('button', { name: 'Add' }).click()
      if (blockType !== undefined) await this.page.getByRole('menuitem', { name: blockType, exact: true }).filter({ visible: true }).click()
      this.tell(path, [
        ...(this.modelled(path) ?? []),
        { id: MADE, ...(blockType !== undefined && { blockType: blockType.toLowerCase() }) },
      ])
    })
  }

  moves(path: string, from: number, to: number): Promise<void> {
    return this.step(`moves row ${from + 1} of ${path} to ${to + 1}`, async () => {
      const rows = [...this.modelled(path)]
      for (let at = from; at !== to; at += Math.sign(to - from)) {
        const direction = to > from ? 'down' : 'up'
        await this.shown
          .headOf(path, at)
          .getByRole('button', { name: new RegExp(`^Move .* ${direction}$`) })
          .click()
      }
      rows.splice(to, 0, ...rows.splice(from, 1))
      this.tell(path, rows)
    })
  }

  copies(path: string, at: number): Promise<void> {
    return this.step(`copies row ${at + 1} of ${path}`, async () => {
      await this.shown.ofRow(path, at, 'Duplicate')
      const rows = [...this.modelled(path)]
      rows.splice(at + 1, 0, withoutIds(rows[at]))
      this.tell(path, rows)
    })
  }

  drops(path: string, at: number): Promise<void> {
    return this.step(`removes row ${at + 1} of ${path}`, async () => {
      await this.shown.ofRow(path, at, 'Remove')
      this.tell(
        path,
        this.modelled(path).filter((_: unknown, index: number) => index !== at),
      )
    })
  }

  folds(path: string, at: number): Promise<void> {
    return this.step(`folds row ${at + 1} of ${path}`, () => this.shown.headOf(path, at).locator('.fold').click(), { changes: false })
  }

  // Rich text.

  typesInText(path: string, block: number, offset: number, words: string): Promise<void> {
    return this.step(`types into ${path}`, async () => {
      await this.shown.caretInText(path, this.modelled(path) ?? null, block, offset)
      await this.page.keyboard.type(words, { delay: 5 })
      this.tell(path, typed(this.modelled(path) ?? null, block, offset, words))
    })
  }

  erasesInText(path: string, block: number, from: number, to: number): Promise<void> {
    return this.step(`erases in ${path}`, async () => {
      await this.shown.stretch(path, this.modelled(path), block, from, to)
      await this.page.keyboard.press('Delete')
      this.tell(path, erased(this.modelled(path), block, from, to))
    })
  }

  marks(path: string, block: number, from: number, to: number, marks: readonly ('bold' | 'italic')[], by: 'keys' | 'buttons' = 'keys') {
    return this.step(`makes a stretch of ${path} ${marks.join(' and ')}`, async () => {
      await this.shown.stretch(path, this.modelled(path), block, from, to)
      for (const mark of marks) {
        if (by === 'keys') await this.page.keyboard.press(mark === 'bold' ? 'Control+b' : 'Control+i')
        else
          await this.shown
            .field(path)
            .getByRole('toolbar', { name: 'Formatting' })
            .getByRole('button', { name: mark === 'bold' ? 'Bold' : 'Italic' })
            .click()
        this.tell(path, marked(this.modelled(path), block, from, to, mark))
      }
    })
  }

  /** A line of its own at the end, as it is typed. */
  writesLine(path: string, keys: string, node: Node): Promise<void> {
    return this.step(`writes ${JSON.stringify(keys)} at the end of ${path}`, async () => {
      const before: Text = this.modelled(path) ?? null
      await (await this.shown.text(path)).click()
      await this.page.keyboard.press('Control+End')
      const last = before && blocksOf(before).at(-1)
      const shown = await (await this.shown.text(path)).evaluate(
        (one) => one.lastElementChild?.matches('p') && one.lastElementChild.textContent === '',
      )
      if (last && wordsOf(last) !== '' && !shown) await this.page.keyboard.press('Enter')
      await this.page.keyboard.type(keys, { delay: 5 })
      this.tell(path, added(before, node))
    })
  }

  /** Back and forth again, and nothing has changed. */
  undoesAndRedoes(path: string, times: number): Promise<void> {
    return this.step(`undoes and redoes ${times} times in ${path}`, async () => {
      await (await this.shown.text(path)).focus()
      for (let n = 0; n < times; n++) await this.page.keyboard.press('Control+KeyZ')
      for (let n = 0; n < times; n++) await this.page.keyboard.press('Control+Shift+KeyZ')
    })
  }

  // The document as a whole.

  speaks(locale: string): Promise<void> {
    return this.step(`turns to ${locale}`, async () => {
      await this.page.getByLabel('Language of the content').selectOption(locale)
      this.locale = locale
      await this.shown.isOpen()
    })
  }

  /** What isn't translated yet begins with the words of the default language. */
  fillsIn(): Promise<void> {
    return this.step('fills in what is missing', async () => {
      await this.seat.choose('More', 'Copy from English')
      this.story.fillIn('en', this.locale)
    })
  }

  publishes(): Promise<void> {
    return this.step('publishes', async () => {
      await this.page.getByRole('button', { name: /^Publish( changes)?$/ }).click()
      this.story.publish()
      void this.#publishesWithOthers()
    })
  }

  /** If somebody else has saved in the meantime, publishing asks. */
  async #publishesWithOthers(): Promise<void> {
    const question = this.page.getByRole('dialog', { name: /has changed this document/ })
    await question
      .getByRole('button', { name: 'Publish' })
      .click()
      .catch(() => undefined)
  }

  savesDraft(): Promise<void> {
    return this.step('saves the draft', () => this.seat.press('Save draft'))
  }

  unpublishes(): Promise<void> {
    return this.step('unpublishes', async () => {
      await this.seat.choose('More', 'Unpublish')
      this.story.unpublish()
    })
  }

  discards(): Promise<void> {
    return this.step('discards the draft', async () => {
      await this.seat.choose('More', 'Discard changes')
      await this.page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click()
      this.story.discard()
    })
  }

  /** From the history, what was published so many publications ago. */
  restores(ago: number): Promise<void> {
    return this.step(`restores what was published ${ago} publications ago`, async () => {
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
    return this.step('deletes it and brings it back', async () => {
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
      await this.shown.isOpen()
    })
  }

  /** Everything that was typed since the form was opened, or saved by hand, is taken back. */
  reverts(to: Values): Promise<void> {
    return this.step('undoes all changes', async () => {
      await this.seat.choose('More', 'Undo all changes')
      for (const [path, value] of Object.entries(to)) this.tell(path, value)
    })
  }

  /** What the line below the title says of saving. */
  async reads(words: RegExp): Promise<void> {
    await this.page.locator('.page-head [role=status]').first().filter({ hasText: words }).waitFor()
  }
}

/** Rows of a copy are rows of their own. */
function withoutIds(value: any): any {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (typeof value !== 'object' || value === null || value.type === 'doc') return value
  const copy: Values = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutIds(one)]))
  return 'id' in copy ? { ...copy, id: MADE } : copy
}
