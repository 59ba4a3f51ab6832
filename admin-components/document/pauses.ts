/** Decides when to save a draft: after each pause in typing, and after a failure at growing intervals. Knows no document. */

/** Milliseconds after the last keystroke, and the longest that a draft waits while typing goes on. */
const PAUSE = 2000
const PATIENCE = 15_000
/** The first retry after a failure; the interval doubles with each further one. */
const RETRY = 4000
const LONGEST_RETRY = 60_000

export class Pauses {
  readonly #save: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #typedSince = 0
  #failures = 0

  constructor(save: () => void) {
    this.#save = save
  }

  /** Restarts the pause, since the user has typed. */
  typed(): void {
    this.#typedSince ||= Date.now()
    this.#after(Math.min(PAUSE, Math.max(0, this.#typedSince + PATIENCE - Date.now())))
  }

  /** The server did not respond or could not save: retry later. */
  failed(): void {
    this.#after(Math.min(RETRY * 2 ** this.#failures, LONGEST_RETRY))
    this.#failures++
  }

  /** The server responded, so the next failure counts as the first. */
  answered(): void {
    this.#failures = 0
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#typedSince = 0
  }

  #after(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.end()
      this.#save()
    }, milliseconds)
  }
}
