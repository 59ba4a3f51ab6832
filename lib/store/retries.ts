/** Runs a transaction again that met another one: its work is somebody else's code, so only as often as they allow. */
import { GalleyError, ValidationError } from '../errors.ts'
import { Turns } from '../turns.ts'
import { TransactionConflict } from './contract.ts'

const MOST_RETRIES = 100
const LONGEST_PAUSE = 250

export class Retries {
  /** Transactions that run again do so one after another: together they would only meet again. */
  readonly #turns = new Turns(1)

  async run<T>(retries: number, work: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await (tries === 0 ? work() : this.#turns.take(work))
      } catch (error) {
        if (tries === retries || !isConflict(error)) throw error
        // Those of other processes take no turns.
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
