/** The uploads that a form waits for: their files are put into a field when they are over, which can't happen once the form is left.
 * Tested by test/admin-components/rich-text-uploads.test.ts.
 */
export class ArrivingFiles {
  #uploads = 0
  readonly #changed: () => void

  constructor(changed: () => void) {
    this.#changed = changed
  }

  get isEmpty(): boolean {
    return this.#uploads === 0
  }

  add(upload: Promise<unknown>): void {
    this.#uploads++
    this.#changed()
    const end = () => {
      this.#uploads--
      this.#changed()
    }
    // The field takes the files in the meantime.
    void upload.finally(() => setTimeout(end))
  }
}
