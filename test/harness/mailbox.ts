/** A real SMTP server on this machine that keeps what it gets, parsed, and refuses on order. */
import { createRequire } from 'node:module'
import { isSecret } from './canaries.ts'

const require = createRequire(import.meta.url)
const { SMTPServer } = require('smtp-server')
const { simpleParser } = require('mailparser')

export interface Letter {
  to: string
  from: string
  subject: string
  text: string
  html: string
}

export class Mailbox {
  readonly letters: Letter[] = []
  /** Refuses every letter, as a server out of order does. */
  refuses = false
  port = 0
  readonly #server: any
  #arrived: () => void = () => undefined

  constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onAuth: ({ username, password }: any, _session: unknown, done: (error: Error | null, answer?: object) => void) =>
        username === 'galley' && password === 'mail-canary' ? done(null, { user: username }) : done(new Error('wrong user or password')),
      onData: async (stream: unknown, _session: unknown, done: (error?: Error) => void) => {
        const { to, from, subject, text, html } = await simpleParser(stream)
        if (this.refuses) return done(new Error('out of order'))
        if (/scrypt\$|correct horse battery/.test(`${text}${html}`)) return done(new Error('a letter held a secret'))
        this.letters.push({ to: to.text, from: from.text, subject, text, html: html || '' })
        done()
        this.#arrived()
      },
    })
  }

  async open(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.port = this.#server.server.address().port
    return this
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(resolve))
  }

  /** The next letter, now or when it comes. */
  async next(): Promise<Letter> {
    const until = Date.now() + 5000
    while (this.letters.length === 0) {
      if (Date.now() > until) throw new Error('no letter came')
      await new Promise<void>((resolve) => {
        this.#arrived = resolve
        setTimeout(resolve, 50)
      })
    }
    return this.letters.shift()!
  }
}

/** The link in a letter, and its token. */
export function linkIn({ text }: Letter): { url: string; token: string } {
  const url = /https?:\/\/\S+/.exec(text)![0]
  const token = new URL(url).searchParams.get('token')!
  isSecret(token)
  return { url, token }
}
