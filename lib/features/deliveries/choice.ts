/** Which deliveries a request means: those of `?ids=`, of a `?state=` and of a receiver's `?url=`. Tested by test/features/webhooks/many.test.ts. */
import { because } from '../../../schema/reasons.ts'
import { badQuery } from '../../errors.ts'
import type { RowChoice, State } from '../../events/chosen-rows.ts'
import { listedIds } from '../../http/listed-ids.ts'
import { type QueryParameters, textIn } from '../../http/query.ts'

const MOST_IDS = 100
const STATES: readonly string[] = ['failed', 'pending']

/** The failed ones, unless something else is given. A misspelt parameter would widen the choice, so it is refused. */
export function choiceIn(query: QueryParameters, receiver: string | undefined): RowChoice {
  const options = ['ids', 'state', ...(receiver === undefined ? [] : [receiver])]
  for (const name of Object.keys(query))
    if (!options.includes(name)) throw badQuery(`is not a parameter of this request; these are: ${options.join(', ')}`, name)
  const ids = textIn(query, 'ids')
  return {
    ...(ids !== undefined && { ids: [...new Set(listedIds(ids, MOST_IDS))] }),
    ...((ids === undefined || query['state'] !== undefined) && { state: stateIn(query) }),
    ...receiverIn(query, receiver),
  }
}

export function stateIn(query: QueryParameters): State {
  const state = textIn(query, 'state') ?? 'failed'
  if (!STATES.includes(state)) throw badQuery(because('one-of', { options: STATES }), 'state')
  return state as State
}

/** Emails have no address to choose by. */
export function receiverIn(query: QueryParameters, receiver: string | undefined): { receiver?: string } {
  const url = textIn(query, 'url')
  if (url === undefined) return {}
  if (receiver !== 'url') throw badQuery('is only for webhooks', 'url')
  if (!URL.canParse(url)) throw badQuery("must be a URL such as 'https://example.org/hook'", 'url')
  return { receiver: url }
}
