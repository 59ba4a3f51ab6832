/** Opens the CMS for `serve`. A process of `galley dev` whose schema needs a migration waits until somebody has applied it. Tested by test/cli/dev.test.ts. */
import { setTimeout as pause } from 'node:timers/promises'
import { GalleyError } from '../errors.ts'
import type { Handle } from '../local/handle.ts'
import type { Log } from '../log.ts'
import type { Project } from './command.ts'

/** Milliseconds between two looks at the database. */
const A_MOMENT = 700

const QUIET: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The message to `galley dev` of a process that waits. */
export interface PendingMigration {
  pendingMigration: string
}

export async function openedOnceMigrated(project: Project): Promise<Handle> {
  for (;;) {
    try {
      return await project.open()
    } catch (error) {
      if (!process.send || !(error instanceof GalleyError) || error.code !== 'MIGRATION') throw error
      process.send({ pendingMigration: error.message } satisfies PendingMigration)
      await anotherPlan(project)
    }
  }
}

/** Resolves when the database needs other changes than now, or none. */
async function anotherPlan({ open }: Project): Promise<void> {
  const cms = await open({ migrate: false, log: QUIET })
  try {
    const { migrator } = cms.engine
    const plan = async () =>
      JSON.stringify([await migrator.plan(cms.engine.tables()), await migrator.missingCode(cms.engine.model, cms.engine.tables())])
    const before = await plan()
    while ((await plan()) === before) await pause(A_MOMENT)
  } finally {
    await cms.stop()
  }
}
