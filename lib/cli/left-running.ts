/** Ends a command that is done, although the configuration file has started something. Tested by test/cli/left-running.test.ts. */
import pc from 'picocolors'

/** Milliseconds in which connections close on their own. */
const A_MOMENT = 1500

export function endSoon(): void {
  const timer = setInterval(() => {
    if (process.stdout.writableLength > 0) return
    console.error(
      pc.yellow('The command is done, but the configuration file has started something that still runs, such as a server or a timer'),
    )
    process.exit()
  }, A_MOMENT)
  timer.unref()
}
