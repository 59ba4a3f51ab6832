/** A photo that a drawing embeds loses its place, however its address is spelled: a browser would show it all the same. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { expect } from 'chai'
import { removeLocation } from '../../../lib/features/media/location.ts'
import { jpegWithLocation, png } from '../../harness/files.ts'
import { temporaryFile } from '../../harness/start.ts'

const DEGREES = Buffer.from([13, 0, 0, 0, 1, 0, 0, 0, 45, 0, 0, 0])
const MILLION = 1_000_000

const svg = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`
const percent = (content: string | Buffer) => [...Buffer.from(content)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const reference = (text: string) => [...text].map((one) => `&#${one.charCodeAt(0)};`).join('')

/** Each writes a drawing that shows the photo, given in base64. */
const SPELLED: Record<string, (base64: string, photo: Buffer) => string> = {
  plainly: (b) => svg(`<image href="data:image/jpeg;base64,${b}"/>`),
  'on many lines': (b) => svg(`<image href="data:image/jpeg;base64,${b.replace(/.{76}/g, '$&\n')}"/>`),
  'on lines of references': (b) => svg(`<image href="data:image/jpeg;base64,${b.replace(/.{76}/g, '$&&#10;')}"/>`),
  'without padding': (b) => svg(`<image href="data:image/jpeg;base64,${b.replace(/=+$/, '')}"/>`),
  'in capitals': (b) => svg(`<image href="DATA:IMAGE/JPEG;BASE64,${b}"/>`),
  'with another type': (b) => svg(`<image href="data:application/octet-stream;base64,${b}"/>`),
  'as text': (b) => svg(`<image href="data:text/plain;base64,${b}"/>`),
  'without a type': (b) => svg(`<image href="data:;base64,${b}"/>`),
  'with a parameter': (b) => svg(`<image href="data:image/jpeg;foo=bar; base64,${b}"/>`),
  'with a space before the comma': (b) => svg(`<image href="data:image/jpeg;base64 ,${b}"/>`),
  'with a reference in the scheme': (b) => svg(`<image href="&#100;ata:image/jpeg;base64,${b}"/>`),
  'all in references': (b) => svg(`<image href="${reference(`data:image/jpeg;base64,${b}`)}"/>`),
  'with a line break in the scheme': (b) => svg(`<image href="da&#10;ta:image/jpeg;base64,${b}"/>`),
  'with a tab in the scheme': (b) => svg(`<image href=" \td\ta\tta:image/jpeg;base64,${b}"/>`),
  'with references in its base64': (b) => svg(`<image href="data:image/jpeg;base64,${reference(b.slice(0, 9))}${b.slice(9)}"/>`),
  'with percents in its base64': (b) => svg(`<image href="data:image/jpeg;base64,${percent(b)}"/>`),
  'in percents': (_, photo) => svg(`<image href="data:image/jpeg,${percent(photo)}"/>`),
  'with a fragment': (b) => svg(`<image href="data:image/jpeg;base64,${b}#x"/>`),
  'in single quotes': (b) => svg(`<image href='data:image/jpeg;base64,${b}'/>`),
  'in a drawing in percents': (b) =>
    svg(`<image href="data:image/svg+xml,${encodeURIComponent(svg(`<image href="data:image/jpeg;base64,${b}"/>`))}"/>`),
  'in a drawing in references': (b) =>
    svg(
      `<image href="data:image/svg+xml,${svg(`&lt;image href='data:image/jpeg;base64,${b}'/>`).replace(/</g, '&lt;').replace(/"/g, "'")}"/>`,
    ),
  'in a drawing in a drawing': (b) => {
    const inner = svg(
      `<image href="data:image/svg+xml;base64,${Buffer.from(svg(`<image href="data:;base64,${b}"/>`)).toString('base64')}"/>`,
    )
    return svg(`<image href="data:image/svg+xml;base64,${Buffer.from(inner).toString('base64')}"/>`)
  },
  'in an attribute for styles': (b) => svg(`<g style="fill:url(data:image/jpeg;base64,${b})"/>`),
  'in an attribute with an escape': (b) => svg(`<g fill="url('\\64 ata:image/jpeg;base64,${b}')"/>`),
  'in a style': (b) => svg(`<style>g{background:url( data:image/jpeg;base64,${b} )}</style>`),
  'in raw text': (b) => svg(`<style><![CDATA[g{background:url("data:image/jpeg;base64,${b}")}]]></style>`),
  'in a style with an escape': (b) => svg(`<style>g{background:url("\\64 ata:image/jpeg;base64,${b}")}</style>`),
  'in a style with six digits': (b) => svg(`<style>g{background:url("\\000064ata:image/jpeg;base64,${b}")}</style>`),
  'in a style of many lines': (b) => svg(`<style>g{background:url("data:image/jpeg;base64,${b.replace(/.{60}/g, '$&\\\n')}")}</style>`),
  'in a style behind a comment': (b) => svg(`<style>/* data: a, b */g{background:url("data:image/jpeg;base64,${b}")}</style>`),
  'in an imported style': (b) => {
    const style = Buffer.from(`g{fill:url(data:image/jpeg;base64,${b})}`).toString('base64')
    return svg(`<style>@import "data:text/css;charset=utf-8;base64,${style}";</style>`)
  },
  'in a style of an instruction': (b) =>
    `<?xml-stylesheet href="data:text/css,${percent(`g{fill:url(data:image/jpeg;base64,${b})}`)}"?>${svg('')}`,
  'in a document type': (b) => `<!DOCTYPE svg [<!ATTLIST image href CDATA "data:image/jpeg;base64,${b}">]>${svg('<image/>')}`,
  'in foreign markup': (b) => svg(`<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" src="data:;base64,${b}"/></foreignObject>`),
  'in a list of sources': (b) =>
    svg(`<foreignObject><img xmlns="http://www.w3.org/1999/xhtml" srcset="a.png 1x, data:;base64,${b} 2x"/></foreignObject>`),
  'in a drawing that declares Latin letters': (b) =>
    `<?xml version="1.0" encoding="iso-8859-1"?>${svg(`<image href="data:image/jpeg;base64,${b}"/>`)}`,
  'in a drawing that only says that it is in UTF-16': (b) =>
    `<?xml version="1.0" encoding="utf-16"?>${svg(`<image href="data:image/jpeg;charset=binary;base64,${b}"/>`)}`,
  'in a list of values': (b) => svg(`<image><animate attributeName="href" values="#a;data:image/jpeg;base64,${b};#b"/></image>`),
}

/** Nobody can say for certain what these stand for. */
const REFUSED: typeof SPELLED = {
  'a quoted comma': (b) => svg(`<image href='data:image/jpeg;foo="a,b";base64,${b}'/>`),
  'damaged base64': (b) => svg(`<image href="data:image/jpeg;base64,${b.slice(0, 100)}!${b.slice(100)}"/>`),
  'an address cut by a comment': (b) => svg(`<style>g{fill:url("da<!-- -->ta:image/jpeg;base64,${b}")}</style>`),
  'an address cut by raw text': (b) =>
    svg(`<style>g{fill:url("data:image/jpeg;base64,${b.slice(0, 8)}<![CDATA[${b.slice(8)}")}]]></style>`),
  'a drawing in UTF-16': (b) =>
    svg(
      `<image href="data:image/svg+xml;base64,${Buffer.from(`\ufeff${svg(`<image href="data:;base64,${b}"/>`)}`, 'utf16le').toString('base64')}"/>`,
    ),
  'a style in UTF-16 without a mark': (b) =>
    svg(
      `<style>@import "data:text/css;charset=utf-16le;base64,${Buffer.from(`g{fill:url(data:;base64,${b})}`, 'utf16le').toString('base64')}";</style>`,
    ),
  'an encoding with shifts': (b) => `<?xml version="1.0" encoding="ISO-2022-JP"?>${svg(`<image href="d\x1b(Bata:;base64,${b}"/>`)}`,
  'a drawing in a drawing with shifts': (b) =>
    svg(
      `<image href="data:image/svg+xml;base64,${Buffer.from(`<?xml version='1.0' encoding='ISO-2022-JP'?>${svg(`<image href="d\x1b(Bata:;base64,${b}"/>`)}`).toString('base64')}"/>`,
    ),
  'a style with shifts': (b) =>
    svg(
      `<style>@import "data:text/css;base64,${Buffer.from(`@charset "iso-2022-jp";g{fill:url(d\x1b(Bata:;base64,${b})}`).toString('base64')}";</style>`,
    ),
  'an encoding that no browser knows': (b) => `<?xml version="1.0" encoding="utf-7"?>${svg(`<image href="+AGQ-ata:;base64,${b}"/>`)}`,
  'a document in an attribute': (b) => svg(`<foreignObject><iframe srcdoc="&lt;img src='d&amp;#97ta:;base64,${b}'>"/></foreignObject>`),
  'HTML with references of its own': (b) => svg(`<image href="data:text/html,${percent(`<img src="d&#97ta:;base64,${b}">`)}"/>`),
  'HTML with references by name': (b) => svg(`<image href="data:text/html,${percent(`<img src="da&Tab;ta&colon;;base64,${b}">`)}"/>`),
  'markup that is not XML': (b) => svg(`<image href="data:text/html,%3Cimg src=data:;base64,${b}%3E"/>`),
}

/** Whether the bytes hold the degrees, behind any number of addresses in the one spelling that is written. */
function tellsPlace(content: Buffer): boolean {
  if (content.includes(DEGREES)) return true
  return [...String(content).matchAll(/base64,([A-Za-z0-9+/]+=*)/g)].some(([, packed]) => tellsPlace(Buffer.from(packed!, 'base64')))
}

describe('pictures in a drawing', function () {
  this.timeout(60_000)
  const file = temporaryFile('.svg')
  let photo: Buffer
  before(async () => {
    photo = await jpegWithLocation()
  })
  after(() => rm(file, { force: true }))

  async function stored(content: string): Promise<Buffer> {
    await writeFile(file, content)
    await removeLocation(file)
    return readFile(file)
  }

  async function expectClean(drawing: string): Promise<void> {
    const after = await stored(drawing)
    expect(String(after)).to.match(/data:[\w/+;=.-]*base64,/)
    expect(String(after)).not.to.equal(drawing)
    expect(tellsPlace(after), drawing.slice(0, 300)).to.equal(false)
  }

  for (const [how, spell] of Object.entries(SPELLED))
    it(`lose their place when they are spelled ${how}`, async () => {
      await expectClean(spell(photo.toString('base64'), photo))
      const clean = spell((await png(8, 8)).toString('base64'), await png(8, 8))
      expect(String(await stored(clean))).to.equal(clean)
    })

  it('lose their place in any mixture of spellings @long', async () => {
    const random = numbers(20_261_122)
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
    const each = (text: string, share: number, change: (one: string) => string) =>
      [...text].map((one) => (random() < share ? change(one) : one)).join('')
    const inXml = (text: string) =>
      each(text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;'), 0, String).replace(/[a-zA-Z0-9+/:,]/g, (one) =>
        random() < 0.05 ? pick([`&#${one.charCodeAt(0)};`, `&#x${one.charCodeAt(0).toString(16)};`, `&#000${one.charCodeAt(0)};`]) : one,
      )
    const inCss = (text: string) =>
      each(text, 0.05, (one) =>
        pick([`\\${one.charCodeAt(0).toString(16)} `, `\\${one.charCodeAt(0).toString(16).padStart(6, '0')}`, `\\\n${one}`]),
      )
    for (let round = 0; round < 100; round++) {
      const scheme = each('data', 0.5, (one) => one.toUpperCase())
      const type = pick(['', 'image/jpeg', 'text/plain', 'application/octet-stream', ' image/png ', 'image/jpeg;a=b', ';charset=utf-8'])
      const gaps = (text: string) => each(text, 0.05, (one) => pick(['\t', '\n', '\r\n']) + one)
      const body = pick([
        () => `${pick([';base64', ';BASE64 ', '; base64'])},${each(photo.toString('base64'), 0.05, percent)}`,
        () => `,${percent(photo)}`,
      ])()
      const address = `${scheme}:${type}${body}${pick(['', '#a'])}`
      const written = pick([
        () => `<image href="${pick(['', ' ', '\n\t'])}${inXml(gaps(address))}"/>`,
        () => `<g style="fill:${inXml(`url('${inCss(address)}')`)}"/>`,
        () => `<style>g{fill:url(${pick(['"', "'"])}`.replace(/(["'])$/, (quote) => `${quote}${inXml(inCss(address))}${quote})}</style>`),
      ])()
      await expectClean(svg(written))
    }
  })

  for (const [what, spell] of Object.entries(REFUSED))
    it(`are refused in ${what}`, async () => {
      const error = await stored(spell(photo.toString('base64'), photo)).then(
        () => undefined,
        (reason) => reason,
      )
      expect([error?.code, error?.errors?.[0].field], error?.stack).to.deep.equal(['BAD_REQUEST', 'file'])
    })

  const BARE: Record<string, (base64: string) => string> = {
    'a text': (b) => svg(`<desc>${b}</desc>`),
    'raw text': (b) => svg(`<x:photo xmlns:x="urn:x"><![CDATA[\n${b}]]></x:photo>`),
    'an attribute': (b) => svg(`<g x="${b}"/>`),
    'a comment': (b) => svg(`<!-- ${b} -->`),
  }
  for (const [where, write] of Object.entries(BARE))
    it(`are blanked where ${where} holds them without an address`, async () => {
      const [located, clean] = [photo.toString('base64'), (await png(8, 8)).toString('base64')]
      const after = await stored(write(located))
      expect(after.includes(located.slice(200, 300))).to.equal(false)
      expect(String(await stored(write(clean)))).to.equal(write(clean))
    })

  it('leave what only looks like an address as it is', async () => {
    for (const text of [
      'data: a, b',
      'Metadata: a,b',
      'the data: "a", b',
      'data:;',
      'data:image/svg+xml,%3Csvg fill=%27#fff',
      'data:,%3Ca b',
    ]) {
      const drawing = svg(`<text a='${text}'>${text}</text><style>/* ${text} */</style>`)
      expect(String(await stored(drawing))).to.equal(drawing)
    }
  })

  it('are found without holding up others @long', async () => {
    for (const drawing of [
      svg(`<text>${'&lt;'.repeat(4 * MILLION)}</text>`),
      svg(`<style>${'\\64 '.repeat(MILLION)}</style>`),
      svg(`<text>${'data:'.repeat(MILLION)}</text>`),
      svg(`<text>${'"data: '.repeat(MILLION)},</text>`),
      svg(`<text>${'(data: '.repeat(90_000)},</text>`),
      svg('<g a="&amp;"/>'.repeat(300_000)),
    ]) {
      let [longest, last] = [0, performance.now()]
      const watch = setInterval(() => {
        longest = Math.max(longest, performance.now() - last)
        last = performance.now()
      }, 5)
      await stored(drawing).catch((error) => expect(error.code).to.equal('BAD_REQUEST'))
      await new Promise((resolve) => setTimeout(resolve, 10))
      clearInterval(watch)
      expect(longest, drawing.slice(0, 80)).to.be.below(1500)
    }
  })
})

/** The same numbers in every run. */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
