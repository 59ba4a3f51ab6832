/** When to save a draft: after each pause in typing, and after a failure at growing intervals. It knows no document. */

/** After the last key, and how long a draft waits at most. */
const PAUSE = 2000
const PATIENCE = 15_000
/** After a failure; doubled with each further one. */
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

  /** Something was typed. */
  typed(): void {
    this.#typedSince ||= Date.now()
    this.#after(Math.min(PAUSE, Math.max(0, this.#typedSince + PATIENCE - Date.now())))
  }

  /** The server did not answer, or could not save. */
  failed(): void {
    this.#after(Math.min(RETRY * 2 ** this.#failures, LONGEST_RETRY))
    this.#failures++
  }

  /** The server answered, so the next failure counts as the first. */
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
