/** `GET /admin/counts`: for the menu, the visible documents and the badge count per collection. Slow counts are left out. */
import { GalleyError } from '../../errors.ts'
import { type Answer, json } from '../../http/answer.ts'
import { onlyPeople } from '../../http/guards.ts'
import { textIn } from '../../http/query.ts'
import type { ApiRequest } from '../../http/request.ts'
import { inRole } from './schema.ts'

export async function counts({ engine, caller: asker, query }: ApiRequest): Promise<Answer> {
  const caller = inRole(asker, textIn(query, 'as'))
  onlyPeople(caller)
  const cms = engine.handle(caller)
  const counted: Record<string, number> = {}
  const badges: Record<string, number> = {}
  for (const { slug, internal, options } of engine.model.collections.values()) {
    const entity = engine.entity(slug)
    if (internal || (await engine.access.documents.filter(entity, 'read', caller)).is === 'none') continue
    const { count, badge } = options['admin'] ?? {}
    const drafts = options['drafts'] ? { draft: true } : {}
    const total = count === false ? undefined : await unless(['TOO_SLOW'], cms.count(slug, drafts))
    if (total !== undefined) counted[slug] = total
    const speaksOf = badge && (await unless(REFUSALS, cms.count(slug, { ...drafts, where: badge.where })))
    if (speaksOf !== undefined) badges[slug] = speaksOf
  }
  return json(200, JSON.stringify({ counts: counted, badges }))
}

/** For badges, whose filter the user may not be allowed to use. */
const REFUSALS = ['TOO_SLOW', 'FORBIDDEN', 'FIELD_FORBIDDEN', 'BAD_QUERY']

/** Undefined if the count is refused with one of these codes. */
async function unless(codes: readonly string[], counting: Promise<number>): Promise<number | undefined> {
  try {
    return await counting
  } catch (error) {
    if (error instanceof GalleyError && codes.includes(error.code)) return undefined
    throw error
  }
}
