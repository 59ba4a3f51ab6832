/** A browser tab that follows redirects from server to server, with a jar of cookies for each. */

export interface Visit {
  method?: string
  body?: object
  /** Posted as a page's form is. */
  form?: Record<string, string>
  headers?: Record<string, string>
}

export class Tab {
  readonly #jars = new Map<string, Map<string, string>>()

  /** One request, redirects not followed. */
  async visit(address: string, options: Visit = {}): Promise<Response> {
    const { origin } = new URL(address)
    const jar = this.jar(origin)
    const answer = await fetch(address, {
      method: options.method ?? (options.form ? 'POST' : 'GET'),
      redirect: 'manual',
      headers: {
        ...(jar.size > 0 && { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(options.body && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body && { body: JSON.stringify(options.body) }),
      ...(options.form && { body: new URLSearchParams(options.form) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      if (value === '' || /Max-Age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name!)
      else jar.set(name!, value!)
    }
    return answer
  }

  /** Follows redirects until one leads to where `isThere` says; gives that address. */
  async follow(address: string, isThere: (url: URL) => boolean): Promise<URL> {
    let at = new URL(address)
    if (isThere(at)) return at
    for (let hop = 0; hop < 15; hop++) {
      const answer = await this.visit(at.href)
      await answer.arrayBuffer()
      const location = answer.headers.get('location')
      if (location === null) throw new Error(`${at.href} answered ${answer.status} instead of leading on`)
      at = new URL(location, at)
      if (isThere(at)) return at
    }
    throw new Error('too many redirects')
  }

  jar(origin: string): Map<string, string> {
    let jar = this.#jars.get(origin)
    if (!jar) {
      jar = new Map()
      this.#jars.set(origin, jar)
    }
    return jar
  }
}
