/** Localization: every field type, filters, drafts, versions, globals. */
import { playing } from '../harness/scenario.ts'
import { localizationScenarios, withLocales } from './localization.scenarios.ts'

playing('features/localization', localizationScenarios, withLocales)
