/** The texts from which those of a change may come: what they hold may be saved again. Tested by test/features/rich-text-check.test.ts. */
import { wholeOf } from '../../schema/model.ts'
import type { Operation } from '../engine.ts'
import type { Pace } from '../pace.ts'
import { decodeInTurns } from '../store/decode.ts'
import { unfolded } from '../store/snapshots.ts'
import { type TextAt, textsIn } from '../store/texts.ts'

/** First those of the stored document, then those of earlier versions and the like, one document after the other. */
export async function* sourceTexts(operation: Operation, pace: Pace): AsyncGenerator<readonly TextAt[]> {
  yield await storedTexts(operation, pace)
  const { fields } = wholeOf(operation.entity)
  for (const source of operation.textSources) for await (const doc of source(pace)) yield [...textsIn(fields, doc)]
}

/** All texts of the stored document that the caller may know: of every locale, live, and pending for those who see drafts. */
async function storedTexts({ entity, original }: Operation, pace: Pace): Promise<TextAt[]> {
  if (!original) return []
  const whole = wholeOf(entity)
  const { row, aside } = original
  const stored = [await decodeInTurns(whole, row, whole.fields, pace)]
  if (aside) stored.push(await unfolded(whole, aside, undefined, pace))
  return stored.flatMap((doc) => [...textsIn(whole.fields, doc)])
}
