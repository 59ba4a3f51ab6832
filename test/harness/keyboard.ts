/** A person without a mouse: whatever a journey clicks is reached by focus and pressed by a key, or the journey fails. */
import type { Locator, Page } from 'playwright-core'

const withoutMouse = new WeakSet<Page>()
let isTaught = false

/** From now on, in this page. */
export function byKeyboard(page: Page): void {
  withoutMouse.add(page)
  if (isTaught) return
  isTaught = true
  const locator = Object.getPrototypeOf(page.locator('main')) as Record<
    'click' | 'check' | 'uncheck',
    (...given: unknown[]) => Promise<void>
  >
  const { click, check, uncheck } = locator
  const taught = (ordinary: (...given: unknown[]) => Promise<void>, keys: (one: Locator) => Promise<void>) =>
    function (this: Locator, ...given: unknown[]): Promise<void> {
      return withoutMouse.has(this.page()) ? keys(this) : ordinary.apply(this, given)
    }
  Object.assign(locator, {
    click: taught(click, press),
    check: taught(check, async (one) => ((await one.isChecked()) ? undefined : press(one))),
    uncheck: taught(uncheck, async (one) => ((await one.isChecked()) ? press(one) : undefined)),
  })
}

interface Reached {
  isFocused: boolean
  isStop: boolean
  key: 'Enter' | 'Space' | undefined
}

async function press(one: Locator): Promise<void> {
  await one.waitFor()
  for (const until = Date.now() + 8000; !(await one.isEnabled()) && Date.now() < until; ) await one.page().waitForTimeout(30)
  if ((await one.getAttribute('role')) === 'option') return choose(one)
  await one.focus()
  const { isFocused, isStop, key } = await one.evaluate((element: any): Reached => {
    const held = element.getRootNode().activeElement
    const isWriting =
      element.isContentEditable ||
      /^(TEXTAREA|SELECT)$/.test(element.tagName) ||
      /^(text|search|email|password|number|date|datetime-local|url)$/.test(element.type ?? '')
    const isToggle = /^(checkbox|radio)$/.test(element.type ?? '')
    return {
      isFocused: held === element || element.contains(held),
      // Inside of these, arrows lead on.
      isStop: element.tabIndex >= 0 || element.closest('[role=menu], [role=toolbar], [role=tablist]') !== null,
      key: isWriting ? undefined : isToggle ? 'Space' : 'Enter',
    }
  })
  if (!isFocused || !isStop) throw new Error(`${one} can't be reached by keyboard`)
  if (key) await one.page().keyboard.press(key)
}

/** Focus stays where somebody types; arrows lead through what is offered. */
async function choose(option: Locator): Promise<void> {
  const { keyboard } = option.page()
  for (let tries = 0; (await option.getAttribute('aria-selected')) !== 'true'; tries++) {
    if (tries > 50) throw new Error(`${option} can't be reached by arrows`)
    await keyboard.press('ArrowDown')
  }
  await keyboard.press('Enter')
}
