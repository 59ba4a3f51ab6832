/** Checks the rich text of a change. What the stored document already holds may be saved again, even if the field allows less by now.
 * Tested by test/features/rich-text-check.test.ts.
 */
import { derived } from '../../schema/derived.ts'
import type { Block, Field, RichTextField } from '../../schema/model.ts'
import { type Refusal, type Validators, validators } from '../../schema/validators.ts'
import type { Operation } from '../engine.ts'
import { Pace, stopsBehind } from '../pace.ts'
import { checkText as checkingText, type TextProblem } from '../rich-text/check.ts'
import { keptName, keptNamesIn } from '../rich-text/kept.ts'
import type { Doc } from '../store/document.ts'
import { blocksIn, type TextAt, textsIn } from '../store/texts.ts'
import { isObjectOf } from './receive.ts'
import { sourceTexts } from './stored-texts.ts'

/** Checks the form of all texts of a change, and of the values in their blocks. */
export async function checkTexts(operation: Operation): Promise<void> {
  for (const { field, value, path } of textsIn(operation.changed, operation.data)) await checkText(field, value, path, operation)
}

async function checkText(field: RichTextField, value: unknown, path: string, operation: Operation): Promise<void> {
  const { refusals, pace = new Pace(), intent } = operation
  if (!isObjectOf(value)) return
  const { problems, blocks } = await pace.through(checkingText(value, field.richText))
  for (const { path: at, message, reason, values } of await refusable(problems, field, operation, pace))
    refusals.add({ field: path + at, message, ...(reason && { reason, values }) })
  if (intent?.bringsBack) return
  let earlier: ReadonlySet<string> | undefined
  for (const { slug, attrs, path: at } of blocks) {
    const block = field.richText.blocks.find((one) => one.slug === slug)
    if (!block) continue
    const { refusals: all, more } = validatorsOf(block).partial(attrs, refusals.room)
    if (all.length > 0) earlier ??= await earlierNames(field, operation, pace)
    const found = earlier?.size ? withoutKept(all, attrs, earlier) : all
    for (const refusal of found) refusals.add({ ...refusal, field: `${path}${at}.${refusal.field}` })
    if (found.length > 0) refusals.count(more)
    const turn = pace.rest()
    if (turn) await turn
  }
}

/** The problems without those that the text had already, stored or in another place that it may come from. */
async function refusable(
  problems: readonly TextProblem[],
  field: RichTextField,
  operation: Operation,
  pace: Pace,
): Promise<readonly TextProblem[]> {
  const { intent, request } = operation
  if (intent?.bringsBack || request.with?.keepsTexts) return problems.filter(({ isUnsafe }) => isUnsafe)
  if (!problems.some(({ kept }) => kept)) return problems
  let left = problems
  for await (const texts of sourceTexts(operation, pace)) {
    const names = await namesIn(texts, field, pace)
    left = left.filter(({ kept }) => !kept || !names.has(kept()))
    if (!left.some(({ kept }) => kept)) break
  }
  return left
}

/** The names of everything in the texts that this one may come from. */
async function earlierNames(field: RichTextField, operation: Operation, pace: Pace): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for await (const texts of sourceTexts(operation, pace)) for (const name of await namesIn(texts, field, pace)) names.add(name)
  return names
}

/** The refusals without those of values that an earlier text has: their field may have got another type since. */
function withoutKept(all: readonly Refusal[], attrs: Doc, earlier: ReadonlySet<string>): readonly Refusal[] {
  const isKept = new Map<string, boolean>()
  return all.filter(({ field }) => {
    const [name = ''] = field.split('.')
    if (!isKept.has(name)) isKept.set(name, earlier.has(keptName.blockValue(attrs['blockType'], name, attrs[name])()))
    return !isKept.get(name)
  })
}

const validatorsOf = derived((block: Block): Validators => validators(block))

/** The names of all that the texts of this field hold. */
async function namesIn(texts: readonly TextAt[], { declaration }: RichTextField, pace: Pace): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  for (const { field, value } of texts) if (field.declaration === declaration) await pace.through(keptNamesIn(value, names))
  return names
}

/** The required values that the blocks in a document's texts lack. */
export async function missingInTexts(fields: readonly Field[], doc: Doc, pace: Pace): Promise<Refusal[]> {
  const found: Refusal[] = []
  let blocks = 0
  for (const { field, value, path } of textsIn(fields, doc))
    for (const { block, attrs, path: at } of blocksIn(field, value)) {
      for (const refusal of validatorsOf(block).required(attrs)) found.push({ ...refusal, field: `${path}${at}.${refusal.field}` })
      if (stopsBehind(blocks++)) await pace.rest()
    }
  return found
}
