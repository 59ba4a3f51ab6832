/** `galley serve`: runs the CMS as a standalone server. Tested by test/shutdown/shutdown.test.ts. */
import type { CliCommand } from './command.ts'
import { watching } from './watch.ts'

/** Milliseconds that remain for pending work once everything is stopped. */
const LAST_MOMENT = 300

export const serveCommand: CliCommand = {
  usage: 'serve',
  description: 'Run the CMS as a standalone server, with /healthz',
  options: [
    ['-p, --port <port>', 'the port to listen on (default: $PORT or 3000)'],
    ['--host <address>', 'the address to listen on (default: all)'],
    ['--watch', 'restart when the schema or the configuration changes, as dev does'],
  ],
  async run(session, options) {
    if (options['watch']) return watching(session, options)
    const { open } = await session.project()
    const cms = await open()
    const { standalone } = await import('../../adapters/standalone.ts')
    const port = Number(options['port'] ?? process.env['PORT'] ?? 3000)
    const running = await standalone(cms, port, options['host']).catch(async (error: NodeJS.ErrnoException) => {
      await cms.stop()
      throw error.code === 'EADDRINUSE' ? new Error(`Port ${port} is already in use. Choose another one with --port`) : error
    })
    const address = running.server.address()
    const actual = typeof address === 'object' && address ? address.port : port
    const { routes, admin } = cms.engine.settings
    const at = `http://localhost:${actual}`
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
