/** Drafts, versions, schedules and locales: their state tables on every host and database. */

import { play } from '../harness/scenario.ts'
import { everywhere } from '../harness/start.ts'
import { draftScenarios, withDrafts } from './drafts.scenarios.ts'
import { localizationScenarios, withLocales } from './localization.scenarios.ts'
import { scheduleScenarios, withSchedule } from './schedule.scenarios.ts'
import { shelfScenarios, withShelves } from './shelf.scenarios.ts'
import { versionScenarios, withVersions } from './versions.scenarios.ts'

for (const [name, scenarios, config] of [
  ['drafts', draftScenarios, withDrafts],
  ['versions', versionScenarios, withVersions],
  ['schedule', scheduleScenarios, withSchedule],
  ['localization', localizationScenarios, withLocales],
  ['trash, order, references', shelfScenarios, withShelves],
] as const) {
  describe(`features/${name}`, () => {
    everywhere((host, database) => {
      for (const scenario of scenarios) it(scenario.name, () => play(scenario, host, database, config))
    })
  })
}
