/** The steps in which somebody wrote in an input. A value from elsewhere ends them, so undo leaves alone what other people write.
 * Tested by test/admin-components/undo-in-inputs.test.ts.
 */

export interface Written {
  value: string
  /** The selection; null in inputs that have none, such as those for email addresses. */
  from: number | null
  to: number | null
}

const MOST_STEPS = 200

export class InputHistory {
  #past: Written[] = []
  #future: Written[] = []
  /** The input after the last step. */
  #now: Written | undefined
  #kind: string | undefined

  /** `kind`: what follows a step of the same kind at the caret belongs to it. Each typed word is a step. */
  add(before: Written, after: Written, kind: string | undefined): void {
    if (before.value === after.value) return
    this.#forgetIfElsewhere(before)
    const isComposed = kind?.startsWith('composed') === true
    const goesOn = this.#past.length > 0 && kind !== undefined && kind === this.#kind && (isComposed || this.#isAtCaret(before, after))
    if (!goesOn) this.#past = [...this.#past, before].slice(-MOST_STEPS)
    // A composition that was given up.
    if (this.#past.at(-1)?.value === after.value) this.#past.pop()
    this.#future = []
    this.#now = after
    this.#kind = kind
  }

  endStep(): void {
    this.#kind = undefined
  }

  undo(now: Written): Written | undefined {
    return this.#go(now, false)
  }

  redo(now: Written): Written | undefined {
    return this.#go(now, true)
  }

  #go(now: Written, redoes: boolean): Written | undefined {
    this.#forgetIfElsewhere(now)
    const next = (redoes ? this.#future : this.#past).pop()
    if (!next) return undefined
    ;(redoes ? this.#past : this.#future).push(now)
    this.#now = next
    this.#kind = undefined
    return next
  }

  #isAtCaret(before: Written, after: Written): boolean {
    const { value, from, to } = before
    if (from !== to || from !== this.#now?.to) return false
    const typed = after.value.slice(from ?? 0, after.to ?? 0)
    return !/\s/.test(value.charAt((from ?? 0) - 1)) || !/^\S/.test(typed)
  }

  #forgetIfElsewhere({ value }: Written): void {
    if (this.#now?.value === value) return
    this.#past = []
    this.#future = []
    this.#kind = undefined
  }
}
