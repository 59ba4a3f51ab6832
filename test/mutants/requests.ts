/** Faults at the door: foreign origins, hostile input, and what errors and the log give away. */
import type { Mutant } from './mutant.ts'

export const requestMutants: readonly Mutant[] = [
  {
    name: 'csrf-own-origin-production',
    file: 'lib/http/csrf.ts',
    before: 'settings.production ? [settings.serverURL] : [settings.serverURL, own]',
    after: '[settings.serverURL, own]',
    tests: ['test/http/origins.test.ts'],
    grep: 'in production only serverURL',
    why: 'In production a request with a forged Host would count as coming from the site itself.',
  },
  {
    name: 'csrf-compare',
    file: 'lib/http/csrf.ts',
    before: 'if (!isSame(given, session.csrfToken)) throw',
    after: 'if (!isSame(given, given as string)) throw',
    tests: ['test/features/sessions.test.ts'],
    grep: 'asks a cookie session for its CSRF token',
    why: 'Any CSRF token would do.',
  },
  {
    name: 'csrf-sec-fetch',
    file: 'lib/http/csrf.ts',
    before: "exchange.headers['sec-fetch-site'] === 'cross-site'",
    after: "exchange.headers['sec-fetch-site'] === ''",
    tests: ['test/http/origins.test.ts'],
    why: 'Pages of other sites could send changes without an Origin header.',
  },
  {
    name: 'prototype-keys',
    file: 'lib/outside-values.ts',
    before: 'if (FORBIDDEN_KEYS.has(key)) throw',
    after: "if (FORBIDDEN_KEYS.has('') && key) throw",
    tests: ['test/http/content.test.ts'],
    grep: 'answers with the statuses and headers',
    why: 'A body could change the prototype of objects in the server.',
  },
  {
    name: 'error-leak',
    file: 'lib/http/failure.ts',
    before: 'production || !(error instanceof Error)',
    after: '!(error instanceof Error)',
    tests: ['test/hosts.test.ts'],
    grep: 'hides details',
    why: 'In production, visitors would read internal error messages.',
  },
  {
    name: 'log-escape',
    file: 'lib/log.ts',
    before: 'return escaped(',
    after: 'return ((text: string, _ = escaped) => text)(',
    tests: ['test/log.test.ts'],
    why: 'Visitors could forge lines of the log.',
  },
]
