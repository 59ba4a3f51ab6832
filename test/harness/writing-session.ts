/** A field of rich text in a browser, for tests of how one writes in it. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import { type BrowserOptions, Seat, type Site, serve } from './admin.ts'
import { makeUser } from './people.ts'
import { Writer } from './writing.ts'

export interface WritingSession {
  site: Site
  seat: Seat
  writer: Writer
  /** Opens a new document with this text, the caret at its end. */
  begin(body?: object | null): Promise<number>
  /** What is stored after a save. */
  kept(): Promise<unknown>
  stored(): Promise<unknown>
  /** What axe finds in the page as it is. */
  accessible(): Promise<void>
  another(options: BrowserOptions): Promise<WritingSession>
  leave(): Promise<void>
}

export async function openSession(config: Partial<Config> = {}, options: BrowserOptions = {}): Promise<WritingSession> {
  const posts = {
    slug: 'posts',
    useAsTitle: 'title',
    fields: [{ name: 'title' }, { name: 'body', type: 'richText' as const }],
  }
  const site = await serve({
    collections: [posts, { slug: 'tags', useAsTitle: 'name', fields: [{ name: 'name' }] }],
    ...config,
  })
  await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
  const sit = async (at: BrowserOptions, isFirst: boolean): Promise<WritingSession> => {
    const seat = await Seat.at(site, at)
    await seat.enter('nok@example.org')
    const writer = new Writer(seat)
    let id = 0
    const stored = async () => ((await site.cms.findById('posts', id, { depth: 0 })) as { body?: unknown }).body ?? null
    return {
      site,
      seat,
      writer,
      stored,
      async begin(body = null) {
        ;({ id } = (await site.cms.create('posts', { title: 'A text', body })) as { id: number })
        await seat.open(`c/posts/${id}`)
        await writer.field.click()
        await writer.press('Control+End')
        return id
      },
      async kept() {
        await writer.press('Control+s')
        await seat.page.waitForTimeout(50)
        await seat.sees(/All changes saved|บันทึกการแก้ไขทั้งหมดแล้ว/)
        return stored()
      },
      async accessible() {
        const found = async () => {
          const { violations } = await new AxeBuilder({ page: seat.page as never }).analyze()
          return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
        }
        // What fades in has less contrast on its way.
        for (let tries = 0; tries < 3 && (await found()).length > 0; tries++) await seat.page.waitForTimeout(200)
        expect(await found()).to.deep.equal([])
      },
      another: (options) => sit(options, false),
      async leave() {
        await seat.leave()
        if (!isFirst) return
        await site.stop()
      },
    }
  }
  return sit(options, true)
}
