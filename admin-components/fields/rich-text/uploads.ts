/** The files that are on their way from a text into the library. The text shows each at its place until it has arrived.
 * Tested by test/admin-components/rich-text-uploads.test.ts.
 */
import type { App } from '../../app/app.ts'
import type { Doc } from '../../app/doc.ts'
import { randomKey } from '../../app/random-key.ts'
import { type Uploaded, uploadFiles } from '../../media/upload.ts'

export interface Upload {
  name: string
  /** Between 0 and 1. */
  share: number
  why?: string
  /** Whether sending it again may help. */
  mayWorkLater?: boolean
  /** The connection was lost on the way. */
  isLost?: boolean
  doc?: Doc
  /** A picture of another site that can't be fetched. */
  isLeftOut?: boolean
}

/** Announces a `change` of any upload. */
export class Uploads extends EventTarget {
  readonly #app: App
  readonly #began: (upload: Promise<void>) => void
  readonly #all = new Map<string, Upload>()
  readonly #again = new Map<string, () => void>()

  /** `began` is called with each upload. */
  constructor(app: App, began: (upload: Promise<void>) => void) {
    super()
    this.#app = app
    this.#began = began
  }

  get(key: string): Upload | undefined {
    return this.#all.get(key)
  }

  /** Begins to upload files, and returns a key for each. */
  addFiles(files: readonly File[]): string[] {
    const keys = files.map((file) => this.#begin(file.name))
    this.#began(this.#send(files, keys))
    return keys
  }

  /** Begins to fetch a picture of another site into the library. */
  addURL(url: string): string {
    const key = this.#begin(nameIn(url))
    this.#began(this.#fetch(url, key))
    return key
  }

  retry(key: string): void {
    this.#again.get(key)?.()
  }

  /** Sends those again that the connection lost. */
  retryLost(): void {
    for (const [key, { isLost }] of this.#all) if (isLost) this.retry(key)
  }

  #begin(name: string): string {
    const key = randomKey()
    this.#all.set(key, { name, share: 0 })
    return key
  }

  async #send(files: readonly File[], keys: readonly string[], again: Uploaded['failed'] = []): Promise<void> {
    const keyOf = new Map(files.map((file, at) => [file, keys[at] ?? '']))
    const { failed } = await uploadFiles(this.#app, files, {
      again,
      each: (file, state) => this.#set(keyOf.get(file), typeof state === 'number' ? { share: state } : state),
    })
    for (const one of failed) {
      const key = keyOf.get(one.file) ?? ''
      this.#again.set(key, () => this.#began(this.#send([one.file], [key], [one])))
    }
  }

  async #fetch(url: string, key: string): Promise<void> {
    try {
      this.#set(key, { doc: await this.#app.client.post<Doc>('/media', { url }) })
    } catch (error) {
      this.#set(key, { why: this.#app.explain(error), isLeftOut: true })
    }
  }

  #set(key: string | undefined, change: Partial<Upload>): void {
    const upload = key !== undefined && this.#all.get(key)
    if (!key || !upload) return
    const { why: _, isLost: __, ...rest } = upload
    this.#all.set(key, { ...rest, ...change })
    this.dispatchEvent(new CustomEvent('change', { detail: key }))
  }
}

function nameIn(url: string): string {
  const { pathname, host } = new URL(url)
  return decodeURIComponent(pathname.split('/').pop() ?? '') || host
}
