/** A real browser: the pinned one from the npm registry, or the one that CHROMIUM_PATH names. */
import { type Browser, chromium } from 'playwright-core'

export async function openBrowser(): Promise<Browser> {
  // The arguments that the package suggests are left out: they switch off what keeps origins apart.
  const executablePath = process.env['CHROMIUM_PATH'] ?? (await (await import('@sparticuz/chromium')).default.executablePath())
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic'] })
}
