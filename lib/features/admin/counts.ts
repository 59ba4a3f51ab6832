/** `GET /admin/counts`: for the menu, how many documents of each collection this person sees, and how many its badge speaks of. */
import { type Answer, json } from '../../http/answer.ts'
import { onlyPeople } from '../../http/only-admins.ts'
import type { ApiRequest } from '../../http/request.ts'

export async function counts({ engine, caller, cms }: ApiRequest): Promise<Answer> {
  onlyPeople(caller)
  const counted: Record<string, number> = {}
  const badges: Record<string, number> = {}
  for (const { slug, internal, options } of engine.model.collections.values()) {
    const entity = engine.entity(slug)
    if (internal || (await engine.access.filter(entity, 'read', caller)).is === 'none') continue
    const { count, badge } = options['admin'] ?? {}
    const seen = options['drafts'] ? { draft: true } : {}
    if (count !== false) counted[slug] = await cms.count(slug, seen)
    if (badge) badges[slug] = await cms.count(slug, { ...seen, where: badge.where })
  }
  return json(200, JSON.stringify({ counts: counted, badges }))
}
