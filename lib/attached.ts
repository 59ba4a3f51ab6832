/** State that belongs to a running CMS, or to one of its operations or callers, and goes with it. Whoever adds to these keeps it here. */
export class Attached<Holder extends object, State> {
  readonly #states = new WeakMap<Holder, State>()

  get(holder: Holder): State | undefined {
    return this.#states.get(holder)
  }

  set(holder: Holder, state: State): void {
    this.#states.set(holder, state)
  }

  /** The state that there is, or the one that is made now. */
  of(holder: Holder, make: () => State): State {
    let state = this.#states.get(holder)
    if (state === undefined) {
      state = make()
      this.#states.set(holder, state)
    }
    return state
  }

  /** Takes the state away from its holder. */
  take(holder: Holder): State | undefined {
    const state = this.#states.get(holder)
    this.#states.delete(holder)
    return state
  }
}
