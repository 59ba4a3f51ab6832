/** The uploads that a form waits for: their files are put into a field when they are over, which can't happen once the form is left. Those that
 * failed are missing in their field until they are sent again or given up. Tested by test/admin-components/missing-files.test.ts.
 */
interface Missing {
  path(): string
  count: number
}

export class ArrivingFiles {
  #uploads = 0
  /** By the editor that shows them. */
  readonly #missing = new Map<object, Missing>()
  readonly #changed: () => void

  constructor(changed: () => void) {
    this.#changed = changed
  }

  get isEmpty(): boolean {
    return this.#uploads === 0
  }

  /** How many files each field lacks because their upload failed, by path. */
  get missing(): ReadonlyMap<string, number> {
    const found = new Map<string, number>()
    for (const { path, count } of this.#missing.values()) found.set(path(), (found.get(path()) ?? 0) + count)
    return found
  }

  /** `path`: the field of the editor, whose row may move. */
  lacks(editor: object, count: number, path: () => string): void {
    if ((this.#missing.get(editor)?.count ?? 0) === count) return
    if (count > 0) this.#missing.set(editor, { path, count })
    else this.#missing.delete(editor)
    this.#changed()
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
