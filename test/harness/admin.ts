/** The admin in a real browser, on a host of its own: signed in, watched for errors of the console and of its policy. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import type { Config } from '../../lib/config.ts'
import { sharedBrowser } from './browser.ts'
import { isThorough } from './depth.ts'
import { makeUser, PASSWORD } from './people.ts'
import { DATABASES, type Database, end, HOSTS, type Host, type Started, start } from './start.ts'

export interface Site extends Started {
  origin: string
  /** Who looks at it. */
  seats: Set<Seat>
  /** Ends it, after everybody has left. */
  stop(): Promise<void>
}

export interface ServeOptions {
  host?: Host
  database?: Database
  port?: number
}

/** A started host that listens. */
export async function serve(
  config: Partial<Config>,
  { host = HOSTS[0]!, database = DATABASES[0]!, port = 0 }: ServeOptions = {},
): Promise<Site> {
  const started = await start(host, database, config)
  const server: Server = createServer(started.listener)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const seats = new Set<Seat>()
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...started,
    origin,
    seats,
    async stop() {
      await Promise.all([...seats].map((seat) => seat.leave()))
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await end(started.cms)
    },
  }
}

export interface BrowserOptions {
  scheme?: 'light' | 'dark'
  width?: number
  locale?: string
  isPhone?: boolean
  /** Its pages' clock is in our hands, so that nobody waits for a pause. */
  hasClock?: boolean
  /** The time zone, such as `Europe/Berlin`. */
  zone?: string
  /** Whose session it has. */
  as?: string
}

/** Longer than any pause after which a draft saves itself. */
const PAUSE = 4000

/** One person at one browser. */
export class Seat {
  readonly page: Page
  readonly context: BrowserContext
  readonly origin: string
  /** What the console complained of. */
  readonly complaints: string[] = []

  readonly #hasClock: boolean

  private constructor(origin: string, context: BrowserContext, page: Page, hasClock: boolean) {
    this.origin = origin
    this.context = context
    this.page = page
    this.#hasClock = hasClock
    page.setDefaultTimeout(8000)
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => this.complaints.push(String(error.stack ?? error)))
  }

  static async at(
    { origin, seats }: { origin: string; seats?: Set<Seat> },
    { scheme = 'light', isPhone = false, width = isPhone ? 390 : 1280, locale = 'en-GB', hasClock = false, zone, as }: BrowserOptions = {},
  ): Promise<Seat> {
    const context = await (await sharedBrowser()).newContext({
      viewport: { width, height: 860 },
      locale,
      colorScheme: scheme,
      ...(zone && { timezoneId: zone }),
      acceptDownloads: true,
      // What moves costs a tenth of the browser's work. The full run has it move, as most people do.
      reducedMotion: isThorough ? 'no-preference' : 'reduce',
      isMobile: isPhone,
      hasTouch: isPhone,
    })
    if (hasClock) await context.clock.install()
    const seat = new Seat(origin, context, await context.newPage(), hasClock)
    seats?.add(seat)
    if (as !== undefined) await seat.enter(as)
    return seat
  }

  async open(path = ''): Promise<void> {
    await this.page.goto(`${this.origin}/admin${path === '' ? '' : `/${path}`}`)
  }

  /** Signs in without the form, before a page is opened. */
  async enter(email: string, password = PASSWORD): Promise<void> {
    const answer = await this.context.request.post(`${this.origin}/api/cms/users/login`, { data: { email, password } })
    expect(answer.status(), await answer.text()).to.equal(200)
  }

  /** Signs in with the form that is open. */
  async signIn(email: string, password = PASSWORD): Promise<void> {
    await this.page.getByLabel('Email').fill(email)
    await this.page.getByLabel('Password').fill(password)
    await this.press('Sign in')
    await this.page.locator('main#main').waitFor()
  }

  press(name: string | RegExp): Promise<void> {
    return this.page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .first()
      .click()
  }

  /** An entry of the menu behind a button. */
  async choose(menu: string | RegExp, item: string): Promise<void> {
    await this.press(menu)
    const { page } = this
    const named = { name: item, exact: true }
    await page.getByRole('menuitem', named).or(page.getByRole('menuitemradio', named)).click()
  }

  /** The field of a condition of a filter: in a list where there are few, by searching where there are many. */
  async chooseField(of: Locator, name: string): Promise<void> {
    if ((await of.evaluate((element) => element.tagName)) === 'SELECT') await of.selectOption({ label: name })
    else {
      await of.click()
      const dialog = this.page.getByRole('dialog', { name: 'Field', exact: true })
      await dialog.getByRole('searchbox').fill(name)
      await dialog.getByRole('button', { name, exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
    }
  }

  /** From the middle of one to the lower half of another, by hand. */
  async drag(from: Locator, to: Locator): Promise<void> {
    const [start, end] = [(await from.boundingBox())!, (await to.boundingBox())!]
    const { mouse } = this.page
    await mouse.move(start.x + start.width / 2, start.y + start.height / 2)
    await mouse.down()
    await mouse.move(end.x + 20, end.y + end.height * 0.8, { steps: 5 })
    await mouse.up()
  }

  fill(label: string, value: string): Promise<void> {
    return this.page.getByLabel(label, { exact: false }).first().fill(value)
  }

  /** Somewhere on the page, in this case of letters: "Changes not saved yet" isn't 'Saved'. */
  async sees(text: string | RegExp): Promise<void> {
    const words = typeof text === 'string' ? new RegExp(text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&').replaceAll(' ', '\\s+')) : text
    await this.page.getByText(words).filter({ visible: true }).first().waitFor()
  }

  /** What was written last is saved. The page has a moment to notice it first: until then it still speaks of what was saved before. */
  async saved(): Promise<void> {
    await this.page.waitForTimeout(50)
    if (this.#hasClock) await this.pauses()
    await this.sees('All changes saved')
  }

  /** As long as it takes until a draft saves itself. */
  async pauses(): Promise<void> {
    await this.page.clock.fastForward(PAUSE)
    await this.page.waitForTimeout(50)
  }

  /** Nothing went wrong in the browser, but what a test expected to, which is forgotten then. */
  quiet(...expected: RegExp[]): void {
    const unexpected = this.complaints.filter((one) => !expected.some((pattern) => pattern.test(one)))
    this.complaints.splice(0, this.complaints.length, ...unexpected)
    expect(unexpected).to.deep.equal([])
  }

  async leave(): Promise<void> {
    await this.context.close()
  }
}

/** A site with one admin, who sits at a browser and is signed in. */
export async function serveTo(
  admin: string | { email: string; [fact: string]: unknown },
  config: Partial<Config>,
  { host, database, port, ...browser }: ServeOptions & BrowserOptions = {},
): Promise<{ site: Site; seat: Seat }> {
  const { email, ...facts } = typeof admin === 'string' ? { email: admin } : admin
  const site = await serve(config, { ...(host && { host }), ...(database && { database }), ...(port && { port }) })
  await makeUser(site.cms, email, { role: 'admin', ...facts })
  return { site, seat: await Seat.at(site, { as: email, ...browser }) }
}
