/** Drafts: the state table. */
import { playing } from '../harness/scenario.ts'
import { draftScenarios, withDrafts } from './drafts.scenarios.ts'

playing('features/drafts', draftScenarios, withDrafts)
