/** What must never be seen, gathered over the whole run: passwords, tokens, keys, secrets. At its end no log line holds any of it. */

const secrets = new Set<string>()
const lines: string[] = []

/** Something secret that a test came by. */
export function isSecret(text: unknown): void {
  if (typeof text === 'string' && text.length >= 12) secrets.add(text)
}

/** A line that was logged somewhere. */
export const wasLogged = (line: string): void => void lines.push(line)

export const mochaHooks = {
  afterAll(): void {
    const text = lines.join('\n')
    for (const secret of secrets) if (text.includes(secret)) throw new Error(`a log line held a secret: ${secret.slice(0, 6)}…`)
    if (/scrypt\$\d+\$/.test(text)) throw new Error('a log line held the hash of a password')
  },
}
