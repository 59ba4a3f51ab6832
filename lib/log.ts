/** The log, one line per event. Control characters are escaped, so that visitors can't forge a line. */

export type Level = 'info' | 'warn' | 'error'

/** Receives the log. The default writes lines to the console; pass the methods of pino or winston to use theirs. */
export interface Log {
  info(message: string, facts?: Record<string, unknown>): void
  warn(message: string, facts?: Record<string, unknown>): void
  error(message: string, facts?: Record<string, unknown>): void
}

export const LOG_METHODS = ['info', 'warn', 'error'] as const

export const isLog = (given: unknown): given is Log =>
  typeof given === 'object' && given !== null && LOG_METHODS.every((name) => typeof (given as Log)[name] === 'function')

export function consoleLog(write: (level: Level, line: string) => void = toConsole): Log {
  const at =
    (level: Level) =>
    (message: string, facts: Record<string, unknown> = {}) =>
      write(level, line(message, facts))
  return { info: at('info'), warn: at('warn'), error: at('error') }
}

function line(message: string, facts: Record<string, unknown>): string {
  const rest = Object.entries(facts).map(([key, value]) => ` ${key}=${typeof value === 'string' ? value : describe(value)}`)
  return escaped(`galley: ${message}${rest.join('')}`)
}

function describe(value: unknown): string {
  if (value instanceof Error) return value.stack ?? value.message
  return JSON.stringify(value) ?? String(value)
}

function escaped(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) =>
    character === '\n' ? '\\n' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function toConsole(level: Level, text: string): void {
  console[level === 'info' ? 'log' : level](text)
}

/** `DEBUG=galley` prints each step of an operation. */
export const debugging: boolean = /(^|[\s,])(\*|galley)($|[\s,])/.test(process.env['DEBUG'] ?? '')
