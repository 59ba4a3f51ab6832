// How many files of ours a request passes through: what one must have open to follow it. Fewer were wanted once (45 and 35), when files
// held several concepts; to merge those of one concept would only move the reading. So these are ceilings: whoever breaks one finds out
// what else every request needs now, and why. (From 90 to 92: records.ts and conditions.ts write what features wrote as SQL themselves.
// From 92 and 60 to 95 and 62: access became documents, fields and paths. To 96 and 65: sessions and keys
// read their user in accounts.ts, finding the rows of a page is apart from showing them, and totals that are kept and lists without an
// index have files of their own. To 100: filling in relations is apart from showing documents, and each change asks whether its texts
// contain and point to what they may. To 101 and 66: transactions, hooks and counts share one storage for what surrounds running code.
// To 103: the answer to a change is printed from the row that it wrote. To 108: rules in code see
// the values that will be stored, so features bring values into their form before, not in steps of single content types. To 109: the write
// checks the targets of relations itself.)
import { Session } from 'node:inspector/promises'
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { DATABASES, end, HOSTS, type Started, start } from '../harness/start.ts'

const ROOT = new URL('../../', import.meta.url).href
const MOST_OF_A_POST = 109
const MOST_OF_A_LIST = 67

describe('http: the files that a request passes through', () => {
  let started: Started
  let admin: Browser
  let visitor: Browser
  const session = new Session()

  before(async () => {
    started = await start(HOSTS[0]!, DATABASES[0]!, {
      collections: [
        {
          slug: 'posts',
          drafts: true,
          versions: true,
          access: { read: 'anyone', create: 'loggedIn' },
          fields: [
            { name: 'title', type: 'text' },
            { name: 'views', type: 'number' },
          ],
        },
      ],
    })
    await makeUser(started.cms, 'admin@x.org', { role: 'admin' })
    admin = await new Browser(started.listener).login('admin@x.org')
    visitor = new Browser(started.listener)
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  })

  after(async () => {
    session.disconnect()
    await end(started.cms)
  })

  /** Files of lib of which a function ran; loading one, or reading what another exports, doesn't count. */
  async function passed(request: () => Promise<{ status: number }>, status: number): Promise<string[]> {
    for (let round = 0; round < 3; round++) expect((await request()).status).to.equal(status)
    await session.post('Profiler.takePreciseCoverage')
    await request()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const ran = result.filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => ranges[0]!.count > 0 && !['', 'get', '__name'].includes(functionName)),
    )
    return ran
      .flatMap(({ url }) => (url.startsWith(ROOT) ? url.slice(ROOT.length) : []))
      .filter((file) => file.startsWith('lib/'))
      .sort()
  }

  it(`are at most ${MOST_OF_A_POST} for a POST with drafts, versions and roles`, async () => {
    const files = await passed(() => admin.post('/posts', { title: 'One', _status: 'published' }), 201)
    expect(files).to.include('lib/operations/run.ts')
    expect(files.length, files.join('\n')).to.be.most(MOST_OF_A_POST)
  })

  it(`are at most ${MOST_OF_A_LIST} for a filtered list`, async () => {
    const files = await passed(() => visitor.get('/posts?where[title][equals]=One&sort=-views&limit=5'), 200)
    expect(files).to.include('lib/query/reader.ts')
    expect(files.length, files.join('\n')).to.be.most(MOST_OF_A_LIST)
  })

  it('are none of cms.ts, which only wires', async () => {
    const files = await passed(() => admin.post('/posts', { title: 'Two' }), 201)
    expect(files).not.to.include('lib/cms.ts')
  })
})
