/** Tracks calls of the Local API in progress, so that a shutdown can wait for them. Tested by test/shutdown/stopping.test.ts. */

interface Cohort {
  size: number
  ended?: () => void
}

export class UnderWay {
  #cohort: Cohort = { size: 0 }

  /** Counts a call until it ends, and returns its result. */
  follow<T>(given: T): T {
    if (!(given instanceof Promise)) return given
    const cohort = this.#cohort
    cohort.size++
    const end = () => {
      if (--cohort.size === 0) cohort.ended?.()
    }
    given.then(end, end)
    return given
  }

  /** Resolves when the calls started so far have ended. Later ones don't count, or a busy process would never stop. */
  ended(): Promise<void> {
    const cohort = this.#cohort
    this.#cohort = { size: 0 }
    return new Promise((resolve) => {
      cohort.ended = resolve
      if (cohort.size === 0) resolve()
    })
  }
}
