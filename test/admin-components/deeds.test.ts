/** Every action that galley notes has a sentence in the admin, and every choice of the filter finds some of them. */
import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { sentence } from '../../admin-components/parts/sentence.ts'
import { DEEDS, FILTERED, nameOfRole, withoutTwins } from '../../admin-components/system/deeds.ts'

describe('admin-components: sentences of the audit log', () => {
  it('exist for every action of the documentation', () => {
    const page = readFileSync(new URL('../../docs/audit.md', import.meta.url), 'utf8')
    const documented = [...page.matchAll(/^\| of .*$/gm)].flatMap(([row]) => [...row.matchAll(/`([a-z.]+)`/g)].map(([, action]) => action!))
    expect(documented.length).to.be.greaterThan(25)
    expect(Object.keys(DEEDS).sort()).to.deep.equal(documented.sort())
  })

  it('are found by the filter', () => {
    const actions = Object.keys(DEEDS)
    for (const choice of FILTERED)
      expect(
        actions.some((one) => one === choice || one.startsWith(`${choice}.`)),
        choice,
      ).to.equal(true)
  })

  it('hold elements in their places', () => {
    expect(sentence('{who} published {what}', { who: 'Ada', what: 'Trains' }).join('')).to.equal('Ada published Trains')
    expect(sentence('{unknown} stays', {}).join('')).to.equal('{unknown} stays')
  })

  it('name a role as its form does, in the language of the reader', () => {
    const host = { app: { t: (key: string) => `<${key}>` } }
    const cases: [title: string, shown: string][] = [
      ['editor', '<role.editor>'],
      ['night-desk', 'Night desk'],
      ['SEO Team', 'SEO Team'],
    ]
    for (const [title, shown] of cases) expect(nameOfRole(host as never, title)).to.equal(shown)
  })

  it('are one for a person who sets up the admin or signs up', () => {
    const entry = (action: string, doc: number | null, email: string | null, title = 'ada@example.org', target = 'users') =>
      ({ action, target, doc, title, actor: { id: email === 'nok@example.org' ? 7 : null, email, via: 'x', ip: null } }) as never
    const created = entry('create', 1, null)
    const password = (doc: number, ...more: string[]) =>
      ({ ...(entry('update', doc, null) as object), changes: ['password', ...more].map((field) => ({ field })) }) as never
    const cases: [name: string, entries: never[], left: number][] = [
      ['set up on the page', [created, entry('setup', 1, 'ada@example.org')], 1],
      ['set up on the command line', [created, entry('setup', null, 'ada@example.org')], 1],
      ['signed up', [created, entry('signup', 1, 'ada@example.org')], 1],
      ['confirmed an address', [created, entry('email.verified', 1, 'ada@example.org'), entry('signup', null, 'ada@example.org')], 2],
      ['somebody else signed up', [created, entry('signup', 2, 'eve@example.org')], 2],
      ['set a new password', [password(1), entry('password.reset', 1, 'ada@example.org')], 1],
      ['an admin changed the password', [password(1), entry('password.reset', 2, 'eve@example.org')], 2],
      ['more than the password was changed', [password(1, 'role'), entry('password.reset', 1, 'ada@example.org')], 2],
      ['created by a program', [created], 1],
      ['created by a person', [entry('create', 1, 'nok@example.org'), entry('signup', 1, 'ada@example.org')], 2],
      ['another document of that id', [entry('create', 1, null, 'One', 'posts'), entry('setup', 1, 'ada@example.org')], 2],
    ]
    for (const [name, entries, left] of cases) expect(withoutTwins(entries).length, name).to.equal(left)
  })
})
