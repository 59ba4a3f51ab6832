/** `npm run looks`: pictures of the admin in every look, compared with the accepted ones, and what axe finds in them. Names choose states;
 * `--accept` accepts what is different. Not part of the tests, since fonts differ from machine to machine.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import sharp from 'sharp'
import type { Site } from '../harness/admin.ts'
import { LOOKS, type Look, openSite, Stage, USER } from './stage.ts'
import { SIGNED_OUT, STATES } from './states.ts'

const ACCEPTED = fileURLToPath(new URL('accepted/', import.meta.url))
const TAKEN = fileURLToPath(new URL('../../.looks/', import.meta.url))
/** Accepted pictures are this wide, so that they are small and the edges of letters make no difference. */
const WIDTH = 360
/** A pixel differs if its brightness does by more than this, of 255. */
const BRIGHTNESS = 40
/** The share of pixels that may differ. */
const SHARE = 0.002

const args = process.argv.slice(2)
const accepts = args.includes('--accept')
const wanted = args.filter((arg) => !arg.startsWith('--'))

async function main(): Promise<void> {
  for (const folder of [ACCEPTED, TAKEN]) await mkdir(folder, { recursive: true })
  const site = await openSite()
  let wrong = 0
  for (const look of Object.keys(LOOKS) as Look[])
    for (const name of [...Object.keys(SIGNED_OUT), ...Object.keys(STATES)]) {
      if (wanted.length > 0 && !wanted.some((part) => `${name}.${look}`.startsWith(part))) continue
      const problems = await lookAt(site, name, look).catch((error: Error) => [error.message.split('\n')[0]!])
      for (const problem of problems) console.log(`${name}.${look}: ${problem}`)
      wrong += problems.length
    }
  await site.stop()
  console.log(wrong === 0 ? 'Everything looks as accepted' : `${wrong} problems; the pictures are in .looks, and --accept accepts them`)
  // The browser that the tests share would keep the process alive.
  process.exit(wrong === 0 ? 0 : 1)
}

async function lookAt(site: Site, name: string, look: Look): Promise<string[]> {
  const stage = await Stage.at(site, look)
  const { page } = stage.seat
  try {
    const visit = SIGNED_OUT[name] ?? STATES[name]!
    if (visit === STATES[name]) await stage.seat.enter(USER)
    await visit(stage)
    await page.waitForLoadState('networkidle', { timeout: 1500 }).catch(() => undefined)
    await page.waitForTimeout(400)
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    await writeFile(path.join(TAKEN, `${name}.${look}.png`), picture)
    const over = Number(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth'))
    const { violations } = await new AxeBuilder({ page }).analyze()
    return [
      ...(over > 0 ? [`${over} pixels too wide`] : []),
      ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
      ...(await compare(`${name}.${look}.webp`, picture)),
    ]
  } finally {
    await stage.seat.leave()
  }
}

async function compare(file: string, picture: Buffer): Promise<string[]> {
  const small = await sharp(picture).resize({ width: WIDTH }).webp({ quality: 60 }).toBuffer()
  const accepted = await readFile(path.join(ACCEPTED, file)).catch(() => undefined)
  const share = accepted ? await difference(accepted, small) : 1
  if (share <= SHARE) return []
  if (accepts) await writeFile(path.join(ACCEPTED, file), small)
  return accepts ? [] : [accepted ? `${(100 * share).toFixed(1)} % of it is different` : 'there is no accepted picture']
}

/** The share of pixels that differ. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((file) => sharp(file).greyscale().raw().toBuffer({ resolveWithObject: true })))
  if (a!.info.width !== b!.info.width || a!.info.height !== b!.info.height) return 1
  const differing = a!.data.reduce((count, value, at) => count + (Math.abs(value - b!.data[at]!) > BRIGHTNESS ? 1 : 0), 0)
  return differing / a!.data.length
}

await main()
