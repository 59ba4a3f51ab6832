/** State attached to a running CMS, an operation or a caller, and released with it. Features keep their own state here. Tested by test/feature-set.test.ts. */
export class Attached<Holder extends object, State> {
  readonly #states = new WeakMap<Holder, State>()

  get(holder: Holder): State | undefined {
    return this.#states.get(holder)
  }

  set(holder: Holder, state: State): void {
    this.#states.set(holder, state)
  }

  /** Returns the existing state, or creates it. */
  of(holder: Holder, make: () => State): State {
    let state = this.#states.get(holder)
    if (state === undefined) {
      state = make()
      this.#states.set(holder, state)
    }
    return state
  }

  /** Removes the state from its holder and returns it. */
  take(holder: Holder): State | undefined {
    const state = this.#states.get(holder)
    this.#states.delete(holder)
    return state
  }
}
