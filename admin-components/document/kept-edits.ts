/** Keeps unsaved edits in the browser so that they survive a closed tab. Finds those of earlier visits and other tabs. Skips passwords.
 * Tested by test/admin-components/brought-back.test.ts.
 */
import type { Edited } from './edited.ts'
import {
  type Edits,
  type EditsOwner,
  editsKey,
  readEdits,
  removeEdits,
  type StoredEdits,
  storedEditsOf,
  writeEdits,
} from './edits-in-browser.ts'
import { fitting, fittingTexts } from './fitting.ts'
import { mergeChanges } from './merge-changes.ts'
import { ask, join } from './other-tabs.ts'
import { newRowId } from './row-ids.ts'
import { same, type Values } from './values.ts'

const KEPT_AFTER = 700

/** What KeptEdits needs to know about the form. */
export interface KeptForm extends Edited {
  /** The attempts at the first save of a new document. */
  readonly first: Edits['first']
  /** Called when the user has decided what to do with earlier edits. */
  decided(): void
}

/** Edits that this form doesn't show. */
export interface Found extends StoredEdits {
  /** Another tab shows them and has not saved them yet. */
  isElsewhere: boolean
  /** Some of them belong to fields that the form no longer has. */
  isPartial: boolean
}

export class KeptEdits {
  key = ''
  readonly #form: KeptForm
  readonly #visit = newRowId()
  /** The oldest first. They stay until the user restores or discards them. */
  #found: readonly Found[] = []
  /** The edits are shown for the last time, and kept only if the user goes on typing. */
  #isLastOffer = false
  #isReleased = false
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The values before the change, as they were kept last. */
  #before: Values | undefined

  constructor(form: KeptForm) {
    this.#form = form
    join(this)
  }

  /** Edits from earlier visits. */
  get earlier(): readonly Found[] {
    return this.#here.filter(({ isElsewhere }) => !isElsewhere)
  }

  /** Edits from other tabs. */
  get elsewhere(): readonly Found[] {
    return this.#here.filter(({ isElsewhere }) => isElsewhere)
  }

  get #here(): readonly Found[] {
    return this.#found.filter(({ locale }) => locale === (this.#form.locale ?? ''))
  }

  /** Other languages in which earlier visits left edits. */
  get languages(): readonly string[] {
    const others = this.#found.filter((one) => !one.isElsewhere && !this.#here.includes(one))
    return [...new Set(others.map(({ locale }) => locale))]
  }

  get isHeld(): boolean {
    return !this.#isReleased && this.#form.isDirty
  }

  /** The form is closed: its edits now belong to an earlier visit. */
  release(): void {
    this.keep()
    this.#isReleased = true
  }

  onMessage(key: string): void {
    if (!this.#has(key)) return
    this.#found = this.#found.map((one) => (one.key === key ? { ...one, isElsewhere: true } : one))
    this.#form.dispatchEvent(new Event('change'))
  }

  settled(key: string): void {
    if (this.#has(key)) this.leave([key])
  }

  #has(key: string): boolean {
    return this.#found.some((one) => one.key === key)
  }

  /** Edits of a new document move to the id that it receives. */
  keepUnder(id: number | undefined): void {
    if (this.key !== '') this.forget()
    this.key = editsKey(this.#owner(id), this.#form.locale, this.#visit)
  }

  #owner(id: number | undefined): EditsOwner {
    const { app, entity, user } = this.#form
    return { api: app.client.url, user, slug: entity.slug, id }
  }

  /** Why saving waits: the user hasn't decided about other edits yet. */
  get undecided(): string | undefined {
    const { app } = this.#form
    if (this.earlier.length > 0) return app.t('unsaved.recovered')
    return this.elsewhere.length > 0 ? app.t('unsaved.elsewhere') : undefined
  }

  keepSoon(): void {
    this.#isLastOffer = false
    this.#timer ??= setTimeout(() => this.keep(), KEPT_AFTER)
  }

  keep(): void {
    this.#stop()
    const edits = this.#typed
    if (!hasEdits(edits) || this.#isLastOffer) return this.forget()
    writeEdits(this.key, edits, this.#before)
    this.#before = edits.before
  }

  get #typed(): Edits {
    const { origin, changed, values, isBlank, halfWritten, copiedRows, knownRows, first } = this.#form
    const open = isBlank ? {} : this.#withoutSecrets(changed)
    const texts = Object.entries(halfWritten.texts(values)).filter(([place]) => !this.#secrets.includes(JSON.parse(place)[0]))
    return {
      values: open,
      before: Object.fromEntries(Object.keys(open).map((name) => [name, origin[name]])),
      texts: Object.fromEntries(texts),
      originals: copiedRows.originals,
      rows: knownRows.of(open),
      first: first && { ...first, sent: first.sent.map((body) => this.#withoutSecrets(body)) },
    }
  }

  get #secrets(): readonly string[] {
    return this.#form.entity.fields.filter((field) => field.writeOnly).map(({ name }) => name)
  }

  #withoutSecrets(values: Values): Values {
    return Object.fromEntries(Object.entries(values).filter(([name]) => !this.#secrets.includes(name)))
  }

  /** Finds edits that differ from what is stored, and returns those of earlier visits. For a new document only the newest count. */
  find(doc: Values): readonly Found[] {
    const { id, isNew } = this.#form
    const stored = storedEditsOf(this.#owner(id)).filter(({ key }) => key !== this.key)
    const found = stored.filter((one) => hasEdits(this.#shown(one)))
    this.#found = found
      .slice(isNew ? -1 : 0)
      .map((one) => ({ ...this.#shown(one), isElsewhere: false, isPartial: hasEdits(this.#hidden(one)) }))
    for (const { key, values, texts } of this.#here) {
      const isStored = Object.entries(values).every(([name, value]) => same(value, doc[name]))
      if (isStored && Object.keys(texts).length === 0) this.#remove(key)
    }
    for (const { key } of this.#found) ask(key)
    return this.earlier
  }

  /** The current edits under this key; undefined once another tab has saved them. */
  latest(key: string): StoredEdits | undefined {
    const stored = readEdits(key)
    const shown = stored && this.#shown(stored)
    return shown && hasEdits(shown) ? shown : undefined
  }

  /** The part that the current fields can hold. */
  #shown(stored: StoredEdits): StoredEdits {
    const { fields } = this.#form.entity
    const before = fitting(fields, stored.before)
    const values = Object.entries(fitting(fields, stored.values)).filter(([name, value]) => !same(value, before[name]))
    return { ...stored, values: Object.fromEntries(values), before, texts: fittingTexts(fields, stored.texts) }
  }

  /** The part that they cannot hold. Its groups and rows are based on the part that was shown, since that is already decided. */
  #hidden(stored: StoredEdits): StoredEdits {
    const { fields } = this.#form.entity
    const [shown, before] = [fitting(fields, stored.values), fitting(fields, stored.before)]
    const begun = mergeChanges(fields, { before, mine: { ...before, ...shown }, theirs: stored.before }).values
    const values = Object.fromEntries(Object.entries(stored.values).filter(([name, value]) => !same(value, shown[name])))
    const writable = fittingTexts(fields, stored.texts)
    const texts = Object.entries(stored.texts).filter(([place]) => !Object.hasOwn(writable, place))
    return {
      ...stored,
      values,
      before: Object.fromEntries(Object.keys(values).map((name) => [name, begun[name]])),
      texts: Object.fromEntries(texts),
    }
  }

  /** The edits are in the form now, and kept with it. Those that another tab shows remain with that tab. */
  taken(key: string): void {
    this.keep()
    if (this.earlier.some((one) => one.key === key)) this.#remove(key)
    this.leave([key])
  }

  /** The form shows the values of these visits. */
  takeRest(visits: readonly Found[]): void {
    const form = this.#form
    for (const { key, texts, originals, rows } of visits) {
      form.halfWritten.take(texts, form.values, () => true)
      form.copiedRows.take(originals)
      form.knownRows.take(rows)
      this.taken(key)
    }
  }

  discardEarlier(): void {
    for (const { key } of this.earlier) this.#remove(key)
    this.#form.decided()
  }

  /** Edits that the form cannot show stay in the browser until it can. */
  #remove(key: string): void {
    const stored = readEdits(key)
    const hidden = stored && this.#hidden(stored)
    if (hidden && hasEdits(hidden)) writeEdits(key, hidden)
    else removeEdits(key)
    this.#found = this.#found.filter((one) => one.key !== key)
  }

  /** Stops offering these edits without deleting them. */
  leave(keys: readonly string[]): void {
    this.#found = this.#found.filter(({ key }) => !keys.includes(key))
    this.#form.decided()
  }

  /** The document no longer exists, so no later visit offers these edits again. */
  offerLast(): void {
    this.#isLastOffer = true
    this.forget()
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Forgets what is typed here, but not the edits that were found. */
  forget(): void {
    this.#stop()
    removeEdits(this.key)
  }
}

const hasEdits = ({ values, texts }: Edits): boolean => Object.keys(values).length + Object.keys(texts).length > 0
