/** Retries a transaction after a conflict. Its work is the caller's code, so only as often as the caller allows. Tested by test/store/conflicts.test.ts. */
import { GalleyError, ValidationError } from '../errors.ts'
import { Semaphore } from '../semaphore.ts'
import { TransactionConflict } from './contract.ts'

const MOST_RETRIES = 100
const LONGEST_PAUSE = 250

export class Retries {
  /** Runs retries one after another: in parallel they would only conflict again. */
  readonly #semaphore = new Semaphore(1)

  async run<T>(retries: number, work: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await (tries === 0 ? work() : this.#semaphore.take(work))
      } catch (error) {
        if (tries === retries || !isConflict(error)) throw error
        // Transactions of other processes don't take turns with ours, so wait for a random time.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** tries, LONGEST_PAUSE)))
      }
    }
  }
}

export function checkRetries(retries: number): void {
  if (!Number.isInteger(retries) || retries < 0 || retries > MOST_RETRIES)
    throw new ValidationError(`must be a whole number from 0 to ${MOST_RETRIES}`, 'retries')
}

const isConflict = (error: unknown) => error instanceof TransactionConflict || (error instanceof GalleyError && error.code === 'STALE')
