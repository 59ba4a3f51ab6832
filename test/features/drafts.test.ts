/** Drafts: the state table on every host and database. */

import { play } from '../harness/scenario.ts'
import { everywhere } from '../harness/start.ts'
import { draftScenarios, withDrafts } from './drafts.scenarios.ts'

describe('features/drafts', () => {
  everywhere((host, database) => {
    for (const scenario of draftScenarios) it(scenario.name, () => play(scenario, host, database, withDrafts))
  })
})
