/** `GET /admin/counts`: how many documents of each collection this person sees, for the menu. */
import { type Answer, json } from '../../http/answer.ts'
import type { ApiRequest } from '../../http/request.ts'
import { enteredBy } from './schema.ts'

export async function counts({ engine, caller, cms }: ApiRequest): Promise<Answer> {
  enteredBy(caller)
  const counted: Record<string, number> = {}
  for (const { slug, internal, options } of engine.model.collections.values()) {
    const entity = engine.entity(slug)
    if (internal || options['admin']?.count === false || (await engine.access.filter(entity, 'read', caller)).is === 'none') continue
    counted[slug] = await cms.count(slug, options['drafts'] ? { draft: true } : {})
  }
  return json(200, JSON.stringify(counted))
}
