/** One scenario: requests in order, each with what must come back, what must not, and which events it sends. */
export interface Scenario {
  name: string
  steps: Step[]
}

export interface Step {
  send: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS'} ${string}`
  body?: unknown
  headers?: Record<string, string>
  as?: { id: number; role: string }
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
