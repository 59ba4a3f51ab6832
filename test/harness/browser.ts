/** A real browser: the one that CHROMIUM_PATH names, the machine's, or the one that comes from the npm registry. */
import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { chromium } from 'playwright-core'

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export async function openBrowser(): Promise<Browser> {
  const own = process.env['CHROMIUM_PATH'] ?? INSTALLED.find((path) => existsSync(path))
  // Of the package its arguments are left out: they switch off what keeps origins apart.
  const executablePath = own ?? (await (await import('@sparticuz/chromium')).default.executablePath())
  return chromium.launch({ executablePath, args: ['--no-sandbox'] })
}
