/** `galley serve`: runs the CMS as a standalone server. Tested by test/shutdown/shutdown.test.ts. */
import { isIPv6 } from 'node:net'
import type { CliCommand } from './command.ts'
import { openedOnceMigrated } from './once-migrated.ts'
import { type CannotListen, watching } from './watch.ts'
import { portOf, wholeNumber } from './whole-number.ts'

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
    const [given, proxies] = [portOf(options['port']), proxiesOf(options)]
    if (options['watch']) return watching(session, options)
    const cms = await openedOnceMigrated(await session.project())
    const { standalone } = await import('../../adapters/standalone.ts')
    const running = await standalone(cms, given, options['host'], proxies).catch(async (error: NodeJS.ErrnoException) => {
      await cms.stop()
      await sayToDev({ cannotListen: true })
      throw notListening(error, given, options['host'])
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

const sayToDev = (message: CannotListen): Promise<void> =>
  new Promise((resolve) => (process.send ? process.send(message, () => resolve()) : resolve()))

function notListening(error: NodeJS.ErrnoException, port: number, host: string | undefined): Error {
  const says: Record<string, string> = {
    EADDRINUSE: `Port ${port} is already in use. Choose another one with --port`,
    EACCES: `This user may not listen on port ${port}. Choose one from 1024 on with --port`,
    EADDRNOTAVAIL: `--host must be an address of this machine, such as 127.0.0.1, not '${host}'`,
    ENOTFOUND: `--host must be an address of this machine, such as 127.0.0.1, not '${host}'`,
  }
  const words = says[error.code ?? '']
  return words === undefined ? error : new Error(words, { cause: error })
}

/** How a browser on this machine names the address that the server listens on. */
const nameOf = (host = '::'): string => (['::', '0.0.0.0'].includes(host) ? 'localhost' : isIPv6(host) ? `[${host}]` : host)

const proxiesOf = ({ trustProxy }: Record<string, string | true | undefined>): number =>
  trustProxy === undefined ? 0 : wholeNumber('--trust-proxy', trustProxy === true ? 1 : trustProxy, 10)
