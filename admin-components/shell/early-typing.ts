/** Keeps what is typed between a shortcut and the field that it opens, whose code may still be loading.
 * Tested by test/admin-components/palette.test.ts.
 */
export interface Typed {
  text: string
  /** Enter was pressed behind the text. */
  isEntered: boolean
}

export class EarlyTyping {
  #text = ''
  #isEntered = false

  constructor() {
    window.addEventListener('keydown', this.#keep, true)
  }

  /** Ends the keeping. */
  take(): Typed {
    window.removeEventListener('keydown', this.#keep, true)
    return { text: this.#text, isEntered: this.#isEntered }
  }

  readonly #keep = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event
    if (ctrlKey || metaKey || altKey || isComposing) return
    const isLetter = [...key].length === 1
    if (!isLetter && key !== 'Backspace' && key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (this.#isEntered) return
    if (isLetter) this.#text += key
    else if (key === 'Backspace') this.#text = [...this.#text].slice(0, -1).join('')
    else this.#isEntered = this.#text !== ''
  }
}
