/** Runs one save at a time, so that each starts from what the previous one stored. Tested by test/admin-components/undo-languages.test.ts. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }
}
