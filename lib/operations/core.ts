/** The core's own steps, in order. Features append theirs; this file names none of them. */
import { admitSteps } from './admit.ts'
import { checkSteps } from './check.ts'
import { givenBackSteps } from './given-back.ts'
import { limitSteps } from './limit-lists.ts'
import { loadSteps } from './load.ts'
import { presentSteps } from './present.ts'
import { receiveSteps } from './receive.ts'
import { settleSteps } from './settle.ts'
import { shapeSteps } from './shape.ts'
import type { Step } from './stages.ts'
import { writeSteps } from './write.ts'

export const coreSteps: readonly Step[] = [
  ...admitSteps,
  ...receiveSteps,
  ...loadSteps,
  ...limitSteps,
  ...givenBackSteps,
  ...shapeSteps,
  ...checkSteps,
  ...writeSteps,
  ...settleSteps,
  ...presentSteps,
]
