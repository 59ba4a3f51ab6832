/** Keeps what is typed between a shortcut and the field that it opens, whose code may still be loading.
 * Tested by test/admin-components/keyboard.test.ts.
 */
export class EarlyTyping {
  #text = ''

  constructor() {
    window.addEventListener('keydown', this.#keep, true)
  }

  /** Ends the keeping. */
  take(): string {
    window.removeEventListener('keydown', this.#keep, true)
    return this.#text
  }

  readonly #keep = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event
    if (ctrlKey || metaKey || altKey || isComposing) return
    if (key === 'Backspace') this.#text = [...this.#text].slice(0, -1).join('')
    else if ([...key].length === 1) this.#text += key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}
