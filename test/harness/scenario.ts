/** Scenarios: requests in order, each with what must come back, what must not, and which events it sends; and what plays them. */
import { expect } from 'chai'
import type { Config } from '../../lib/config.ts'
import { makeUser } from './people.ts'
import { type Database, end, everywhere, type Host, type Started, start } from './start.ts'

export interface Scenario {
  name: string
  /** So many editors have accounts: those with the first numbers. */
  accounts?: number
  /** Who asks, where a step does not say. @default a visitor */
  as?: Step['as']
  steps: Step[]
}

export interface Step {
  send: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS'} ${string}`
  body?: unknown
  headers?: Record<string, string>
  as?: { id: number | string; role: string }
  status: number
  /** Must stand in the answer: objects by their keys, lists whole. */
  gives?: unknown
  /** Must not stand anywhere in the answer. */
  never?: string[]
  header?: Record<string, string | RegExp>
  /** A sentence of an error. */
  says?: string
  events?: string[]
}

/** A suite that plays scenarios on every host and database. */
export function playing(name: string, scenarios: readonly Scenario[], given: Partial<Config>): void {
  describe(name, () => {
    everywhere((host, database) => {
      for (const scenario of scenarios) it(scenario.name, () => play(scenario, host, database, given))
    })
  })
}

/** Plays a scenario against a fresh CMS; `x-user` says who asks. */
export async function play(scenario: Scenario, host: Host, database: Database, given: Partial<Config>): Promise<void> {
  const events: string[] = []
  const config: Partial<Config> = {
    ...given,
    features: [
      {
        name: 'sign-in-by-header',
        authenticate: ({ headers }) => (headers['x-user'] ? { user: JSON.parse(String(headers['x-user'])) } : undefined),
      },
      { name: 'ear', hear: ({ event, collection, global }) => void events.push(`${event} ${collection ?? global}`) },
    ],
  }
  const started = await start(host, database, config)
  try {
    for (let n = 1; n <= (scenario.accounts ?? 0); n++) await makeUser(started.cms, `person-${n}@example.org`, { role: 'editor' })
    for (const step of scenario.steps) await check({ ...(scenario.as && { as: scenario.as }), ...step }, started, events)
  } finally {
    await end(started.cms)
  }
}

async function check(step: Step, { agent, logged }: Started, events: string[]): Promise<void> {
  events.length = 0
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
  expect(events, what).to.deep.equal(step.events ?? [])
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
