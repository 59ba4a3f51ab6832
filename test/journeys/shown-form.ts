/** A form of the admin as it stands on the screen: where its fields are, what they show, and where the caret goes. */
import type { Locator, Page } from 'playwright-core'
import { blocksOf, type Node, type Text, wordsOf } from './text.ts'

export class ShownForm {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async isOpen(): Promise<void> {
    await this.page.locator('form.document[aria-busy=false]').waitFor()
  }

  /** Of each field that shows a plain value: what it shows; of a relation: how many. */
  values(): Promise<Record<string, string | boolean | number>> {
    return this.page.evaluate(SHOWN)
  }

  field(path: string): Locator {
    return this.page.locator(`[data-path="${path}"]`)
  }

  input(path: string): Locator {
    return this.page.locator(`#f-${path.replaceAll('.', '-')}`)
  }

  rows(path: string): Locator {
    return this.field(path).locator('cms-rows').first().locator('> div')
  }

  headOf(path: string, at: number): Locator {
    return this.rows(path).locator('> ol > li').nth(at).locator('> .head')
  }

  async ofRow(path: string, at: number, act: string): Promise<void> {
    await this.headOf(path, at)
      .getByRole('button', { name: /^More for/ })
      .click()
    await this.page.getByRole('menuitem', { name: act, exact: true }).filter({ visible: true }).click()
  }

  async choose(path: string, title: string): Promise<Locator> {
    await this.field(path)
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
  async text(path: string): Promise<Locator> {
    const slot = await this.field(path).locator('cms-rich-text slot').first().getAttribute('name')
    return this.page.locator(`[slot="${slot}"] [role=textbox]`)
  }

  /** Behind these words, which are the first of it. */
  async caretBehind(path: string, before: string): Promise<void> {
    await this.input(path).focus()
    await this.page.keyboard.press('Control+Home')
    await this.#steps('ArrowRight', before)
  }

  async caretInText(path: string, modelled: Text, block: number, offset: number): Promise<void> {
    await (await this.text(path)).click()
    await this.page.keyboard.press('Control+Home')
    const blocks = modelled ? blocksOf(modelled) : []
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

  async stretch(path: string, modelled: Node, block: number, from: number, to: number): Promise<void> {
    await this.caretInText(path, modelled, block, from)
    await this.#steps('Shift+ArrowRight', wordsOf(blocksOf(modelled)[block]!).slice(from, to))
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
    if (field.querySelector(':scope > :is(cms-relation, cms-files)')) shown[path] = field.querySelectorAll(':is(.related, .tiles) > li').length
    else if (input?.matches('[type=checkbox]')) shown[path] = input.checked
    else if (input?.matches('input:not([type=datetime-local]), textarea, select')) shown[path] = input.value
  }
  return shown
})()`
