/** `consoleEmail()`: prints emails instead of sending them, for development. */
import type { EmailAdapter } from '../lib/events/mail.ts'

/**
 * Prints emails instead of sending them, for `email` during development.
 *
 * @example
 * const email = process.env.NODE_ENV === 'production' ? smtp({ url, from }) : consoleEmail()
 */
export function consoleEmail(print: (text: string) => void = console.log): EmailAdapter {
  return {
    name: 'console',
    from: 'nobody@localhost',
    ...(typeof print !== 'function' && { problems: [{ at: '', says: 'consoleEmail takes a function that prints a text, or nothing' }] }),
    send: async ({ to, subject, text }) => print(`\n— email to ${to}: ${subject}\n${text}\n—\n`),
    prints: true,
  }
}
