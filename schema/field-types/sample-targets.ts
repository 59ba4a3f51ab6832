/** Creates the documents that a relation points to, for `galley/testing`. Tested by test/field-types.test.ts. */
import type { Field, Sampler } from '../model.ts'

export async function madeTargets({ to, hasMany, minRows }: Field, _: number, sampler: Sampler): Promise<number | number[]> {
  const target = to ?? 'media'
  if (!hasMany) return (await sampler.make(target)).id
  const ids: number[] = []
  while (ids.length < (minRows ?? 1)) ids.push((await sampler.make(target)).id)
  return ids
}
