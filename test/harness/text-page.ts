/** A site whose posts have a rich text with everything switched on, open in a browser: what is written there, and what of it is stored. */
import { isDeepStrictEqual } from 'node:util'
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import { TEXT_FEATURES } from '../../lib/rich-text/kinds.ts'
import { type BrowserOptions, Seat, type Site, serve } from './admin.ts'
import { png } from './files.ts'
import { makeUser } from './people.ts'
import { Writer } from './writing.ts'

export const QUOTE = {
  slug: 'quote',
  fields: [{ name: 'said', required: true }, { name: 'by' }, { name: 'words', type: 'richText' as const }],
}

export const WHOLE = { features: [...TEXT_FEATURES], blocks: [QUOTE], embeds: ['youtube' as const, 'vimeo' as const] }

export class TextPage {
  readonly site: Site
  readonly seat: Seat
  readonly writer: Writer
  #id = 0

  private constructor(site: Site, seat: Seat) {
    this.site = site
    this.seat = seat
    this.writer = new Writer(seat)
  }

  static async open(field: object = {}, config: Partial<Config> = {}, options: BrowserOptions = {}): Promise<TextPage> {
    const fields = [{ name: 'title' }, { name: 'body', type: 'richText' as const, ...WHOLE, ...field }]
    const posts = { slug: 'posts', useAsTitle: 'title', drafts: true, fields }
    const locked = { slug: 'locked', access: { update: 'admin' as const }, fields }
    const site = await serve({ collections: [posts, locked], ...config })
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    const seat = await Seat.at(site, options)
    await seat.enter('nok@example.org')
    return new TextPage(site, seat)
  }

  async close(): Promise<void> {
    await this.site.stop()
  }

  /** Opens a new post with this text, and puts the caret into it. */
  async write(body: object | null = null, beforeOpening?: () => Promise<unknown>): Promise<void> {
    const { id } = (await this.site.cms.create('posts', { title: 'First', body })) as { id: number }
    this.#id = id
    await beforeOpening?.()
    await this.seat.open(`c/posts/${id}`)
    await this.writer.field.waitFor()
    // The editor takes the focus in the next frame only.
    await this.writer.field.evaluate(async (one: any) => {
      one.editor.commands.focus('end')
      for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => one.ownerDocument.defaultView.requestAnimationFrame(resolve))
    })
  }

  picture(filename = 'temple.png', data: object = { alt: 'A temple' }): Promise<any> {
    return png(800, 500).then((content) => this.site.cms.upload({ filename, content }, data))
  }

  /** Presses a button of the toolbar, or an entry of the menu for a table. */
  /** The text has the focus again in the next frame. */
  async tool(name: string): Promise<void> {
    await this.writer.tool(name)
    await this.seat.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  }

  paste(...pasted: Parameters<Writer['paste']>): Promise<void> {
    return this.writer.paste(...pasted)
  }

  /** The value that the next save stores. */
  value(): Promise<any> {
    return this.seat.page.evaluate(`document.querySelector('cms-admin').shadowRoot.querySelector('cms-document').form.values.body`)
  }

  /** What is stored after a save. */
  async stored(locale?: string): Promise<any> {
    await this.seat.page.keyboard.press('Control+s')
    await this.seat.saved()
    return this.inDatabase(locale)
  }

  async inDatabase(locale?: string): Promise<any> {
    const cms = locale === undefined ? this.site.cms : this.site.cms.in(locale)
    return ((await cms.findById('posts', this.#id, { draft: true, depth: 0 })) as any).body
  }

  async stores(wanted: object | null): Promise<void> {
    expect(await this.stored()).to.deep.equal(wanted)
  }

  /** What would be stored, which is also what is on the screen. */
  async shows(wanted: object, what: string): Promise<void> {
    for (let tries = 0; tries < 20 && !isDeepStrictEqual(await this.value(), wanted); tries++) await this.seat.page.waitForTimeout(25)
    expect(await this.value(), what).to.deep.equal(wanted)
    const [shown, held] = await this.writer.field.evaluate(({ editor }: any) => {
      const blocks: [shown: string, held: string][] = []
      editor.state.doc.descendants((node: any, at: number) => {
        const dom = node.isTextblock && editor.view.nodeDOM(at)
        if (dom) blocks.push([(node.type.spec.code ? dom.querySelector('code') : dom)?.textContent, node.textContent])
      })
      return [blocks.map(([one]) => one), blocks.map(([, one]) => one)]
    })
    expect(shown, `${what}: on the screen`).to.deep.equal(held)
  }
}
