/** All texts of the stored document: of every locale, live and pending. Tested by test/features/rich-text-check.test.ts. */
import { wholeOf } from '../../schema/model.ts'
import type { Operation } from '../engine.ts'
import type { Pace } from '../pace.ts'
import { decodeInTurns } from '../store/decode.ts'
import { PENDING, unfolded } from '../store/snapshots.ts'
import { type TextAt, textsIn } from '../store/texts.ts'

export async function storedTexts({ entity, original }: Operation, pace: Pace): Promise<TextAt[]> {
  if (!original) return []
  const whole = wholeOf(entity)
  const { row } = original
  const pending = row[PENDING] ?? undefined
  const stored = [await decodeInTurns(whole, row, whole.fields, pace)]
  if (pending) stored.push(await unfolded(whole, typeof pending === 'string' ? JSON.parse(pending) : pending, undefined, pace))
  return stored.flatMap((doc) => [...textsIn(whole.fields, doc)])
}
