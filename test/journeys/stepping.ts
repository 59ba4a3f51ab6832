/** How a step of a journey is made: something is done in the browser and told to the story, and then what is stored must be what was told,
 * and what is shown must be what is stored.
 */
import { expect } from 'chai'
import type { Seat } from '../harness/admin.ts'
import { ShownForm } from './shown-form.ts'
import { MADE, type Story } from './story.ts'

/** Longer than any pause after which a draft saves itself. */
const PAUSE = 4000
/** Of the clock on the wall: how long what is stored may take to agree. */
const PATIENCE = 20_000

export class Stepping {
  readonly seat: Seat
  readonly story: Story
  readonly shown: ShownForm
  locale = 'en'
  steps = 0
  /** Steps follow each other without a pause. */
  protected isQuick = false
  #now = 'before the first step'

  constructor(seat: Seat, story: Story) {
    this.seat = seat
    this.story = story
    this.shown = new ShownForm(seat.page)
  }

  get page() {
    return this.seat.page
  }

  /** Anything else: what it does, and what it means. */
  does(name: string, act: (writer: this) => Promise<void>): Promise<void> {
    return this.step(name, () => act(this))
  }

  /** Several steps without a pause between them. */
  async quickly(steps: () => Promise<unknown>): Promise<void> {
    this.isQuick = true
    await steps()
    this.isQuick = false
    await this.step('pauses', async () => undefined)
  }

  async leaves(...expected: RegExp[]): Promise<void> {
    this.seat.quiet(...expected)
    await this.seat.leave()
  }

  // How a step is made.

  protected async step(name: string, act: () => Promise<unknown>, { changes = true } = {}): Promise<void> {
    this.steps++
    this.#now = `step ${this.steps}: ${name}`
    try {
      await act()
      if (!this.isQuick) await this.agrees(changes)
    } catch (error) {
      throw Object.assign(error as Error, { message: `${this.#now}\n${(error as Error).message}` })
    }
  }

  /** What is stored is what was told, and what is shown is what is stored. */
  async agrees(isShown = true): Promise<void> {
    await this.until(async () => (await this.story.difference()) ?? (await this.#isSaved()))
    if (isShown) await this.until(() => this.#differentlyShown())
  }

  protected async until(wrong: () => Promise<string | undefined>): Promise<void> {
    const began = Date.now()
    let why = await wrong()
    while (why !== undefined) {
      if (Date.now() - began > PATIENCE) expect.fail(`${why}\n  ${this.seat.complaints.join('\n  ')}`)
      await this.page.clock.fastForward(PAUSE)
      await new Promise((done) => setTimeout(done, 50))
      why = await wrong()
    }
  }

  async #isSaved(): Promise<string | undefined> {
    const status = (
      await this.page
        .locator('.page-head [role=status]')
        .first()
        .textContent({ timeout: 2000 })
        .catch(() => null)
    )?.trim()
    return status?.startsWith('All changes saved') ? undefined : `the form says ${JSON.stringify(status)}`
  }

  /** Inputs and relations that say something else than the story. */
  async #differentlyShown(): Promise<string | undefined> {
    const shown = await this.shown.values()
    for (const [path, value] of Object.entries(shown)) {
      const modelled = this.story.get(path, this.locale)
      const wanted =
        typeof value === 'number'
          ? Array.isArray(modelled)
            ? modelled.length
            : modelled === null || modelled === undefined
              ? 0
              : 1
          : modelled === MADE
            ? value
            : modelled
      const agrees = typeof value === 'boolean' ? value === (wanted ?? false) : String(wanted ?? '') === String(value)
      if (!agrees) return `${path} shows ${JSON.stringify(value)} in place of ${JSON.stringify(wanted ?? null)}`
    }
    return undefined
  }

  protected modelled(path: string): any {
    return this.story.get(path, this.locale)
  }

  protected tell(path: string, value: unknown): void {
    this.story.set(path, this.locale, value)
  }
}
