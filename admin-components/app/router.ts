/** The current place in the admin: in the URL below the base path, or, when embedded in another page, only in memory.
 * Tested by test/admin-components/keyboard.test.ts.
 */

export interface Place {
  /** Parts of the path: `['c', 'posts', '7']`. */
  path: string[]
  query: URLSearchParams
}

export class Router extends EventTarget {
  /** The base path with a trailing slash; undefined if the URL belongs to the host page. */
  readonly base: string | undefined
  #place: Place
  #guards = new Set<() => boolean | Promise<boolean>>()
  /** What lies over the page, the topmost last. */
  #covers: (() => unknown)[] = []
  #depth = 0
  #scroll: number | undefined
  #landed: (() => void) | undefined

  constructor(base: string | undefined) {
    super()
    this.base = base === undefined ? undefined : `${new URL(base, document.baseURI).pathname.replace(/\/+$/, '')}/`
    this.#place = this.#read()
    if (this.base === undefined) return
    window.addEventListener('popstate', () => void this.#popped())
    if (window.location.pathname.startsWith(this.href('c/media')) && this.#place.path[0] === 'media') this.query({})
  }

  get place(): Place {
    return this.#place
  }

  /** Where the page was scrolled to when it was left, for a page that has loaded after the way back. Only the first call gets it. */
  takeScroll(): number | undefined {
    const scroll = this.#scroll
    this.#scroll = undefined
    return scroll
  }

  href(to: string): string {
    return (this.base ?? '#/') + to
  }

  /** Goes to another place, unless a guard of unsaved work objects. */
  async go(to: string, how: 'push' | 'replace' = 'push'): Promise<boolean> {
    if (!(await this.#free())) return false
    this.#move(to, how)
    return true
  }

  /** Changes the query of the current place, without asking the guards. */
  query(changes: Record<string, string | undefined>, how: 'push' | 'replace' = 'replace'): void {
    const query = new URLSearchParams(this.#place.query)
    for (const [name, value] of Object.entries(changes)) {
      if (value === undefined || value === '') query.delete(name)
      else query.set(name, value)
    }
    const text = query.toString()
    this.#move(this.#place.path.map(encodeURIComponent).join('/') + (text ? `?${text}` : ''), how)
  }

  /** Changes the URL of the open page without asking the guards, since the user stays on the page. */
  rename(to: string): void {
    const query = this.#place.query.toString()
    this.#put(query ? `${to}?${query}` : to, 'replace')
    this.dispatchEvent(new Event('rename'))
  }

  /** Registers a guard that is asked before the page is left. Returns a function that removes it. */
  guard(mayLeave: () => boolean | Promise<boolean>): () => void {
    this.#guards.add(mayLeave)
    return () => this.#guards.delete(mayLeave)
  }

  /** Registers a dialog over the page. The way back closes the topmost one first, and leaves the page as it is. Returns a function that removes it. */
  cover(close: () => unknown): () => void {
    this.#covers.push(close)
    return () => (this.#covers = this.#covers.filter((one) => one !== close))
  }

  #move(to: string, how: 'push' | 'replace'): void {
    const before = this.#place
    this.#put(to, how)
    this.#tell(before)
  }

  /** Dispatches `move` after each change of the URL, and `arrive` only if the path has changed. */
  #tell(before: Place): void {
    this.dispatchEvent(new Event('move'))
    if (!samePath(before, this.#place)) this.dispatchEvent(new Event('arrive'))
  }

  #put(to: string, how: 'push' | 'replace'): void {
    if (this.base === undefined) this.#place = placeOf(to)
    else {
      if (how === 'push') window.history.replaceState({ ...window.history.state, scroll: window.scrollY }, '')
      this.#depth += how === 'push' ? 1 : 0
      window.history[how === 'push' ? 'pushState' : 'replaceState']({ depth: this.#depth }, '', this.href(to))
      this.#place = this.#read()
    }
  }

  async #popped(): Promise<void> {
    if (this.#landed) return this.#landed()
    const { depth = 0, scroll } = (window.history.state ?? {}) as { depth?: number; scroll?: number }
    const there = this.#read()
    const close = this.#covers.at(-1)
    if (close && depth !== this.#depth) {
      await this.#jump(this.#depth - depth)
      close()
      return
    }
    if (this.#guards.size > 0 && !samePath(this.#place, there)) {
      const back = this.#depth - depth
      await this.#jump(back)
      if (!(await this.#free())) return
      await this.#jump(-back)
    }
    const before = this.#place
    this.#depth = depth
    this.#place = there
    this.#scroll = scroll
    this.#tell(before)
  }

  /** Jumps in the history without dispatching events. */
  #jump(by: number): Promise<void> {
    if (by === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#landed = () => {
        this.#landed = undefined
        resolve()
      }
      window.history.go(by)
    })
  }

  async #free(): Promise<boolean> {
    for (const mayLeave of this.#guards) if (!(await mayLeave())) return false
    return true
  }

  #read(): Place {
    if (this.base === undefined) return placeOf('')
    const { pathname, search } = window.location
    return placeOf(`${pathname.slice(this.base.length)}${search}`)
  }
}

function placeOf(to: string): Place {
  const [path = '', query = ''] = to.split('?')
  return ofLibrary({ path: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) })
}

/** The library isn't a list like others, and opens files in a dialog: `c/media/7` is `media?id=7`. */
function ofLibrary(place: Place): Place {
  const [first, slug, id, ...more] = place.path
  if (first !== 'c' || slug !== 'media' || id === 'new' || more.length > 0) return place
  const query = new URLSearchParams(place.query)
  if (id !== undefined) query.set('id', id)
  return { path: ['media'], query }
}

const samePath = (a: Place, b: Place) => a.path.join('/') === b.path.join('/')

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
