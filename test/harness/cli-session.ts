/** The session of a command that runs inside a test, without a process of its own. */
import { tmpdir } from 'node:os'
import type { Project, Session } from '../../lib/cli/command.ts'
import type { Handle } from '../../lib/local/handle.ts'

export function sessionWith(
  open: () => Promise<Handle>,
  say: (line: string) => void = () => undefined,
  more: Partial<Session> = {},
): Session {
  return {
    project: async () => ({ open: () => open(), folder: tmpdir() }) as unknown as Project,
    say: (line = '') => say(line),
    fail: say,
    failCheck: say,
    progress: () => undefined,
    signal: new AbortController().signal,
    interruptible: (_, work) => work(),
    ...more,
  }
}
