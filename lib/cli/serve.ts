/** `galley serve`: runs the CMS as a standalone server. Tested by test/shutdown/shutdown.test.ts. */
import { isIPv6 } from 'node:net'
import { badRequest } from '../errors.ts'
import type { CliCommand } from './command.ts'
import { openedOnceMigrated } from './once-migrated.ts'
import { watching } from './watch.ts'

/** Milliseconds that remain for pending work once everything is stopped. */
const LAST_MOMENT = 300

export const serveCommand: CliCommand = {
  usage: 'serve',
  description: 'Run the CMS as a standalone server, with /healthz',
  options: [
    ['-p, --port <port>', 'the port to listen on (default: $PORT or 3000)'],
    ['--host <address>', 'the address to listen on (default: all)'],
    ['--trust-proxy [count]', 'take client, protocol and host from the proxy in front of it, or from as many as there are (default: none)'],
    ['--watch', 'restart when the schema or the configuration changes, as dev does'],
  ],
  async run(session, options) {
    if (options['watch']) return watching(session, options)
    const [given, proxies] = [wholeNumber('port', options['port'] ?? process.env['PORT'] ?? 3000, 65_535), proxiesOf(options)]
    const cms = await openedOnceMigrated(await session.project())
    const { standalone } = await import('../../adapters/standalone.ts')
    const running = await standalone(cms, given, options['host'], proxies).catch(async (error: NodeJS.ErrnoException) => {
      await cms.stop()
      throw error.code === 'EADDRINUSE' ? new Error(`Port ${given} is already in use. Choose another one with --port`) : error
    })
    const address = running.server.address()
    const actual = typeof address === 'object' && address ? address.port : given
    const { routes, admin } = cms.engine.settings
    const at = `http://${nameOf(options['host'])}:${actual}`
    session.say(`Admin   ${at}${admin.path}`)
    session.say(`API     ${at}${routes.api}`)
    session.say(`Health  ${at}${routes.health ?? '/healthz'}`)
    await new Promise<void>((resolve, reject) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void running.stop().then(resolve, reject))
    })
    // Configured code that never ends, such as a hanging job, must not keep the process alive.
    setTimeout(() => process.exit(), LAST_MOMENT).unref()
  },
}

/** How a browser on this machine names the address that the server listens on. */
const nameOf = (host = '::'): string => (['::', '0.0.0.0'].includes(host) ? 'localhost' : isIPv6(host) ? `[${host}]` : host)

const proxiesOf = ({ trustProxy }: Record<string, string | true | undefined>): number =>
  trustProxy === undefined ? 0 : wholeNumber('trust-proxy', trustProxy === true ? 1 : trustProxy, 10)

function wholeNumber(option: string, given: string | number, most: number): number {
  const number = Number(given)
  if (!/^\d+$/.test(String(given)) || number > most)
    throw badRequest(`--${option} must be a whole number from 0 to ${most}, not '${given}'`)
  return number
}
