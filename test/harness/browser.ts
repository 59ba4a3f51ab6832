/** A real browser: the pinned one from the npm registry, or the one that CHROMIUM_PATH names. */
import { type Browser, chromium, type Page } from 'playwright-core'

/** It takes a second to start, so all suites of a process share it. Their windows have nothing in common. */
let shared: Promise<Browser> | undefined

export async function sharedBrowser(): Promise<Browser> {
  shared ??= launch()
  return shared
}

/** A page in a window of its own, which closes with it. */
export const openPage = async (): Promise<Page> => (await sharedBrowser()).newPage()

async function launch(): Promise<Browser> {
  // The arguments that the package suggests are left out: they switch off what keeps origins apart. Drawing without a graphics
  // card costs less than imitating one.
  const executablePath = process.env['CHROMIUM_PATH'] ?? (await (await import('@sparticuz/chromium')).default.executablePath())
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic', '--disable-gpu'] })
  browser.once('disconnected', () => {
    shared = undefined
  })
  return browser
}
