/** Localization: every field type, filters, drafts, versions, globals. */
import { playing } from '../harness/scenario.ts'
import { localizationScenarios } from './localization.scenarios.ts'
import { withLocales } from './localized-news.ts'

playing('features/localization', localizationScenarios, withLocales)
