/** The content routes, identical on every host and database. */
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import { blog } from '../harness/blog.ts'
import {
  BETTER_SQLITE,
  DATABASES,
  type Database,
  end,
  everywhere,
  HOSTS,
  type Host,
  OTHER_HOSTS,
  type Started,
  start,
} from '../harness/start.ts'
import { accessScenarios } from './access.scenarios.ts'
import { contentScenarios } from './content.scenarios.ts'
import { queryScenarios } from './query.scenarios.ts'
import type { Scenario, Step } from './scenarios.ts'

function suite(host: Host, database: Database): void {
  for (const scenario of [...contentScenarios, ...queryScenarios, ...accessScenarios]) {
    it(scenario.name, () => play(scenario, host, database))
  }
}

async function play(scenario: Scenario, host: Host, database: Database): Promise<void> {
  const heard: string[] = []
  const config: Partial<Config> = {
    schema: blog,
    collections: secrets(),
    onRequest: ({ headers }) => (headers['x-user'] ? { user: JSON.parse(String(headers['x-user'])) } : undefined),
    features: [{ name: 'ear', hear: ({ event, collection, global }) => void heard.push(`${event} ${collection ?? global}`) }],
  }
  const started = await start(host, database, config)
  try {
    for (const step of scenario.steps) await check(step, started, heard)
  } finally {
    await end(started.cms)
  }
}

async function check(step: Step, { agent, logged }: Started, heard: string[]): Promise<void> {
  heard.length = 0
  const [method, path] = step.send.split(/ (.*)/s) as [string, string]
  let sending = (agent as any)[method.toLowerCase()](`/api/cms${path}`)
  if (step.as) sending = sending.set('x-user', JSON.stringify(step.as))
  for (const [name, value] of Object.entries(step.headers ?? {})) sending = sending.set(name, value)
  const answer = await (step.body === undefined ? sending : sending.send(step.body))
  const what = `${step.send} → ${answer.status} ${answer.text}`
  expect(answer.status, what).to.equal(step.status)
  if (step.gives !== undefined) expectHolds(answer.body, step.gives, what)
  if (step.says !== undefined) expect(answer.body.errors[0].message, what).to.include(step.says)
  for (const canary of step.never ?? []) expect(JSON.stringify(answer.headers) + answer.text, what).not.to.include(canary)
  for (const [name, value] of Object.entries(step.header ?? {})) {
    if (typeof value === 'string') expect(answer.headers[name], what).to.equal(value)
    else expect(answer.headers[name] ?? '', what).to.match(value)
  }
  expect(heard, what).to.deep.equal(step.events ?? [])
  expect(
    logged.filter((one) => one.level === 'error').map((one) => one.line),
    what,
  ).to.deep.equal([])
  if (answer.text && step.status !== 204) expect(answer.headers['x-content-type-options'], what).to.equal('nosniff')
}

function expectHolds(actual: any, wanted: any, what: string): void {
  if (typeof wanted !== 'object' || wanted === null) return void expect(actual, what).to.equal(wanted)
  if (Array.isArray(wanted)) {
    expect(actual, what).to.be.an('array').with.length(wanted.length)
    for (const [index, one] of wanted.entries()) expectHolds(actual[index], one, what)
    return
  }
  expect(actual, what).to.be.an('object')
  for (const [key, value] of Object.entries(wanted)) expectHolds(actual[key], value, what)
}

/** A collection that only some may see, with fields that fewer may. */
function secrets(): Config['collections'] {
  return [
    {
      slug: 'papers',
      access: {
        read: ({ user }: any) => user !== null && (user.role === 'admin' || { owner: { equals: user.id } }),
        create: ({ user }: any) => user !== null && { owner: { equals: user.id } },
        update: ({ user }: any) => user !== null && { and: [{ owner: { equals: user.id } }, { locked: { not_equals: true } }] },
        delete: 'admin',
      },
      fields: [
        { name: 'text' },
        { name: 'owner', type: 'number' },
        { name: 'locked', type: 'boolean' },
        { name: 'salary', type: 'number', access: { read: 'admin', update: 'admin' } },
        { name: 'diary', access: { read: ({ user, data }: any) => user?.id === data.owner } },
        { name: 'code', hidden: true },
        {
          name: 'parts',
          type: 'array',
          fields: [{ name: 'shown' }, { name: 'kept', hidden: true }, { name: 'wage', access: { read: 'admin', update: 'admin' } }],
        },
      ],
    },
    {
      slug: 'notes',
      access: { read: 'anyone', create: 'anyone' },
      fields: [
        { name: 'about', type: 'relationship', to: 'papers' },
        { name: 'several', type: 'relationship', to: 'papers', hasMany: true },
      ],
    },
  ]
}

describe('http/content', () => {
  everywhere(suite)
  for (const host of OTHER_HOSTS) describe(`on ${host.name} with SQLite`, () => suite(host, DATABASES[0]!))
  describe(`on Express with ${BETTER_SQLITE.name}`, () => suite(HOSTS[0]!, BETTER_SQLITE))
})
