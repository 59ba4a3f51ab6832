/** A one-line progress bar; silent without a terminal. */
import pc from 'picocolors'

const A_MOMENT = 100

/** Called with a count, and once without one at the end. */
export function bar(): (count?: number) => void {
  const { stderr } = process
  if (!stderr.isTTY) return () => undefined
  const begun = Date.now()
  let printed = 0
  return (count) => {
    if (count === undefined) return void stderr.write('\r\x1b[K')
    if (Date.now() - printed < A_MOMENT) return
    printed = Date.now()
    const rate = Math.round((count / Math.max(1, printed - begun)) * 1000)
    stderr.write(`\r\x1b[K${pc.dim(`${count} documents, ${rate} a second`)}`)
  }
}
