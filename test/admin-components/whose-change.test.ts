/** Who wrote a value: the last person who changed that field in that language, not the last who saved or published. */
import { expect } from 'chai'
import { authorOf, type Saved } from '../../admin-components/document/whose-change.ts'

const by = (name: string | null, ...changed: string[]): Saved => ({
  author: name === null ? null : ({ id: 1, email: null, name } as never),
  changed,
})
const OLDEST: Saved = { ...by('Ola'), changed: null }

const CASES: [what: string, saved: Saved[], field: string, name: string | undefined][] = [
  ['the planned publication changed nothing', [by('Ada'), by('Edda', 'summary'), OLDEST], 'summary', 'Edda'],
  ['the last save concerns another field', [by('Ada', 'title'), by('Edda', 'summary'), OLDEST], 'summary', 'Edda'],
  ['a field whose name begins alike', [by('Ada', 'summaryOfAll'), by('Edda', 'summary')], 'summary', 'Edda'],
  ['a value inside', [by('Ada', 'title'), by('Edda', 'seo.text')], 'seo', 'Edda'],
  ['another language', [by('Ada', 'summary.th'), by('Edda', 'summary.en')], 'summary', 'Edda'],
  ['another language inside a row', [by('Ada', 'rows.text.th'), by('Edda', 'rows.text.en')], 'rows', 'Edda'],
  ['the last one of several', [by('Kim', 'summary'), by('Edda', 'summary')], 'summary', 'Kim'],
  ['the system', [by(null, 'summary'), by('Edda', 'summary')], 'summary', undefined],
  ['longer ago than the history tells', [by('Ada', 'title'), OLDEST], 'summary', undefined],
]

describe('admin-components: whose change', () => {
  for (const [what, saved, field, name] of CASES)
    it(what, () => expect(authorOf(saved, { field, locale: 'en', locales: ['en', 'th'] })?.name).to.equal(name))
})
