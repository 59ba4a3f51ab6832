/** The status page: what the system consists of, and what needs attention. */
import type { Engine } from '../../engine.ts'
import type { Feature } from '../../feature.ts'
import { type Answer, json } from '../../http/answer.ts'
import { mayOpen } from '../../http/guards.ts'
import type { ApiRequest } from '../../http/request.ts'
import { version } from '../../version.ts'

export const status: Feature = {
  name: 'status',
  routes: () => [{ method: 'GET', path: '/admin/status', name: 'status', run: page }],
  attention: ({ settings }: Engine) => (settings.production && settings.serverURL === undefined ? [{ id: 'no-server-url' }] : []),
}

async function page(request: ApiRequest): Promise<Answer> {
  await mayOpen(request, 'status')
  const { db, upload, email, plugins, fieldTypes } = request.engine.settings
  const system = {
    version,
    database: db.description,
    storage: upload.storage?.name ?? 'disk',
    email: email?.name ?? null,
    plugins: (plugins ?? []).map((plugin) => plugin.name || 'unnamed'),
    fieldTypes: fieldTypes.map(({ name }) => name),
  }
  return json(200, JSON.stringify({ system, attention: await request.engine.features.attention() }))
}
