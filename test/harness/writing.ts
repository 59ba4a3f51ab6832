/** Writing in a rich text field of the admin, and what of it is stored. */
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import type { Seat } from './admin.ts'

type Json = Record<string, unknown>

export const text = (words: string, ...marks: string[]): Json => ({
  type: 'text',
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
  text: words,
})
export const paragraph = (...content: (Json | string)[]): Json => ({
  type: 'paragraph',
  ...(content.length > 0 && { content: content.map((one) => (typeof one === 'string' ? text(one) : one)) }),
})
export const item = (...content: Json[]): Json => ({ type: 'listItem', content })
export const docOf = (...content: Json[]): Json => ({ type: 'doc', content })

export const bullets = (...items: Json[]): Json => ({ type: 'bulletList', content: items })
export const numbers = (...items: Json[]): Json => ({ type: 'orderedList', content: items })
export const heading = (level: number, words: string): Json => ({ type: 'heading', attrs: { level }, content: [text(words)] })
export const codeBlock = (words: string): Json => ({ type: 'codeBlock', content: [text(words)] })
export const quote = (...content: Json[]): Json => ({ type: 'blockquote', content })
export const tasks = (...content: Json[]): Json => ({ type: 'taskList', content })
export const task = (words: string, checked = false): Json => ({
  type: 'taskItem',
  ...(checked && { attrs: { checked } }),
  content: [words === '' ? paragraph() : paragraph(words)],
})

export class Writer {
  readonly seat: Seat
  readonly field: Locator

  constructor(seat: Seat, label = 'Body', nth?: number) {
    this.seat = seat
    const fields = seat.page.getByRole('textbox', { name: label, exact: true })
    this.field = nth === undefined ? fields : fields.nth(nth)
  }

  /** Puts the caret before the given words, or after them. */
  async caret(words: string, place: 'before' | 'after' = 'before'): Promise<void> {
    await this.#select(words, place)
  }

  async select(words: string): Promise<void> {
    await this.#select(words, 'around')
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.seat.page.keyboard.press(key)
  }

  type(words: string): Promise<void> {
    return this.seat.page.keyboard.type(words)
  }

  /** The place that the find bar is at stays in view, and no bar covers it. */
  async seesFound(): Promise<void> {
    const found = this.field.locator('.found.current')
    await found.waitFor()
    // The browser may scroll once more in the next frames.
    await this.seat.page.waitForTimeout(100)
    const isSeen = await found.evaluate((one: any) => {
      const { left, top, bottom, width } = one.getBoundingClientRect()
      return [top + 2, bottom - 2].every((y) => one.contains(one.ownerDocument.elementFromPoint(left + width / 2, y)))
    })
    expect(isSeen, 'what was found is in view').to.equal(true)
  }

  /** Pastes into the text what another program would have put on the clipboard. */
  async paste(
    data: Readonly<Record<string, string>>,
    files: readonly { name: string; type: string; bytes: number[] }[] = [],
  ): Promise<void> {
    await this.field.evaluate(
      (root: any, { data, files }) => {
        const clipboardData = new DataTransfer()
        for (const [type, text] of Object.entries(data)) clipboardData.setData(type, text)
        for (const { name, type, bytes } of files) clipboardData.items.add(new File([new Uint8Array(bytes)], name, { type }))
        root.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      { data, files },
    )
  }

  /** A command of this field: a button of the toolbar, or an entry of one of its menus. */
  async tool(name: string): Promise<void> {
    const bar = await this.toolbar()
    const button = bar.getByRole('button', { name, exact: true })
    const isShown = await button.isVisible()
    if (isShown) return button.click()
    for (const menu of [bar.locator('cms-menu.kind'), bar.locator('cms-menu.more')]) {
      await menu.locator('> button').click()
      const item = menu.locator('[role^=menuitem]').filter({ has: this.seat.page.getByText(name, { exact: true }) })
      if ((await item.count()) > 0) return item.click()
      await this.press('Escape')
    }
    throw new Error(`The toolbar has no '${name}'`)
  }

  async toolbar(): Promise<Locator> {
    const slot = await this.field.evaluate((one: any) => one.closest('.galley-surface').slot as string)
    return this.seat.page
      .locator('.rich')
      .filter({ has: this.seat.page.locator(`slot[name="${slot}"]`) })
      .locator('cms-text-toolbar')
  }

  /**
   * Both the browser and the editor are told. The editor reads the browser's selection only after a while, and leaves it alone
   * where it believes to be at that place already: the caret of a click just before would win then.
   */
  async #select(words: string, place: 'before' | 'after' | 'around'): Promise<void> {
    await this.field.evaluate(
      (root: any, { words, place }) => {
        const { document } = root.ownerDocument.defaultView
        const walker = document.createTreeWalker(root, 4)
        while (walker.nextNode()) {
          const at = walker.currentNode.data.indexOf(words)
          // A tick box has the words in its label, too.
          if (at < 0 || walker.currentNode.parentElement.closest('[contenteditable=false]')) continue
          const [start, end] = [place === 'after' ? at + words.length : at, place === 'before' ? at : at + words.length]
          const { view, commands } = root.editor
          root.focus()
          document.getSelection().setBaseAndExtent(walker.currentNode, start, walker.currentNode, end)
          commands.setTextSelection({ from: view.posAtDOM(walker.currentNode, start), to: view.posAtDOM(walker.currentNode, end) })
          return
        }
        throw new Error(`'${words}' is not in the text`)
      },
      { words, place },
    )
  }
}
