/** Tests that passed at a later try only are named at the end of the run: each of them is waiting for something too briefly. */
import type { Context } from 'mocha'

const names: string[] = []

export const mochaHooks = {
  afterEach(this: Context): void {
    const test = this.currentTest as (Mocha.Test & { currentRetry(): number }) | undefined
    if (test?.isPassed() && test.currentRetry() > 0) names.push(test.fullTitle())
  },
  afterAll(): void {
    const named = names.splice(0).map((name) => `  ${name}\n`)
    if (named.length > 0) console.log(`\nPassed at a later try only:\n${named.join('')}`)
  },
}
