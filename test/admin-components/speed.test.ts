/** It stays quick: the first paint on a slow machine, a list of ten thousand, a form of two hundred fields. */
import { expect } from 'chai'
import type { Field } from '../../lib/field-config.ts'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { newsroom } from '../harness/newsroom.ts'
import { makeUser } from '../harness/people.ts'
import { HOSTS } from '../harness/start.ts'
import { TextPage } from '../harness/text-page.ts'
import { docOf, paragraph } from '../harness/writing.ts'

/** Told once it is known, also where it was before. */
const FIRST_PAINT = `new Promise((done) => {
  const tell = (list) => list.getEntriesByName('first-contentful-paint').forEach(({ startTime }) => done(startTime))
  new PerformanceObserver(tell).observe({ type: 'paint', buffered: true })
})`

describe('admin-components: speed', function () {
  // What else the machine does only ever adds.
  this.retries(3)
  this.timeout(120_000)
  let site: Site
  afterEach(() => site?.stop())

  it('shows something useful within a second, on a processor that is four times slower', async () => {
    site = await serve(newsroom)
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    const times: number[] = []
    for (let round = 0; round < 5; round++) {
      const seat = await Seat.at(site)
      const devtools = await seat.context.newCDPSession(seat.page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await seat.open()
      await seat.page.getByRole('heading', { name: 'Sign in' }).waitFor()
      times.push(Number(await seat.page.evaluate(FIRST_PAINT)))
      await seat.leave()
    }
    // What else the machine does only ever adds.
    expect(Math.min(...times)).to.be.lessThan(1000)
  })

  it('types and searches in a list of ten thousand without a pause @long', async () => {
    site = await serve(newsroom)
    const { cms } = site
    await makeUser(cms, 'nok@example.org', { role: 'admin' })
    let n = 0
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        while (n < 10_000) await cms.create('authors', { name: `Author ${++n}` })
      }),
    )
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.open('c/authors?limit=100')
    await seat.page.getByRole('table').waitFor()
    expect(await keystrokes(seat, 'cms-admin:input[type=search]')).to.be.lessThan(100)
    await seat.sees('Author 7777')
    await seat.leave()
  })

  it('types in a form of two hundred fields without a pause', async () => {
    const fields = Array.from(
      { length: 200 },
      (_, index): Field => ({
        name: `field${index}`,
        type: index % 10 === 9 ? 'textarea' : 'text',
        required: index === 0,
      }),
    )
    site = await serve({ collections: [{ slug: 'wide', fields }] }, { host: HOSTS[1]! })
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    const seat = await Seat.at(site, { as: 'nok@example.org' })
    await seat.open('c/wide/new')
    await seat.page.getByLabel('Field100', { exact: true }).waitFor()
    expect(await keystrokes(seat, 'cms-admin:#f-field100')).to.be.lessThan(100)
    await seat.leave()
  })

  it('types in a text of 20,000 words and 200 blocks without a frame of more than 50 ms of script, on a processor that is four times slower @long', async () => {
    const page = await TextPage.open()
    const words = Array.from({ length: 50 }, (_, index) => `word${index}`).join(' ')
    const block = (id: number) => ({
      type: 'contentBlock',
      attrs: { blockType: 'quote', id: `block-${id}-abcd`.slice(0, 11), said: `Said ${id}` },
    })
    const text = docOf(...Array.from({ length: 400 }, (_, index) => [paragraph(words), ...(index % 2 ? [block(index)] : [])]).flat())
    const slowest: number[] = []
    let most = 50
    // What else the machine does only ever adds.
    for (let round = 0; round < 6 && Math.min(...slowest) > most; round++) {
      await page.write(text)
      const devtools = await page.seat.context.newCDPSession(page.seat.page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      most = Math.max(most, 4 * (await timeToWrite(page)))
      slowest.push(Math.max(...(await scriptOfFrames(page, 'twenty letters of text'))))
      await devtools.detach()
    }
    expect(Math.min(...slowest), `${slowest}`).to.be.at.most(most)
    await page.close()
  })
})

/** Milliseconds that this machine needs for the text as JSON: the least that keeping it costs. */
const timeToWrite = ({ seat }: TextPage): Promise<number> =>
  seat.page.evaluate(`(() => {
    const { values } = document.querySelector('cms-admin').shadowRoot.querySelector('cms-document').form
    const times = Array.from({ length: 5 }, () => {
      const began = performance.now()
      JSON.stringify(values)
      return performance.now() - began
    })
    return Math.min(...times)
  })()`)

/** Milliseconds of script in each frame while letters are typed in the middle of the text, until they are saved. */
async function scriptOfFrames({ seat, writer }: TextPage, letters: string): Promise<number[]> {
  const { page } = seat
  await writer.field.evaluate((one: any) => one.editor.commands.focus(6000))
  await page.waitForTimeout(1500)
  await page.evaluate(`{
    globalThis.frames = []
    const add = ({ scripts }) => frames.push(scripts.reduce((sum, { duration }) => sum + duration, 0))
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type: 'long-animation-frame' })
  }`)
  for (const letter of letters) {
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(120)
  }
  await page.waitForTimeout(2500)
  await seat.saved()
  return page.evaluate('frames')
}

/** Milliseconds from a key to the next picture: the slowest but one of twenty. */
async function keystrokes({ page }: Seat, selector: string): Promise<number> {
  const [host, inner] = selector.split(':', 2) as [string, string]
  const times = (await page.evaluate(`(async () => {
    const input = [...document.querySelector('${host}').shadowRoot.querySelectorAll('${inner}')].at(-1)
    const text = 'author 7777 typed once'
    const times = []
    input.focus()
    for (const [index] of [...text].entries()) {
      const began = performance.now()
      input.value = text.slice(0, Math.min(index + 1, 11))
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }))
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
      times.push(performance.now() - began)
    }
    return times
  })()`)) as number[]
  return times.sort((a, b) => a - b).at(-2)!
}
