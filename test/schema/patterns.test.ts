/** Slow patterns never reach a running site: what the proof claims holds, slow shapes are refused in every spelling, and ordinary ones pass. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect } from 'chai'
import fc from 'fast-check'
import { build, type Declared } from '../../schema/build.ts'
import { analyse } from '../../schema/pattern-analysis.ts'
import { isProvablyLinear } from '../../schema/pattern-paths.ts'
import { LONGEST_MATCHED, refuseSlowPatterns } from '../../schema/patterns.ts'
import { validators } from '../../schema/validators.ts'
import { DATABASES, startCms } from '../harness/start.ts'
import { ORDINARY, SLOW } from './pattern-corpus.ts'

const { check } = createRequire(import.meta.url)('recheck')

/** The refusal of each pattern that is refused. */
async function refusals(patterns: readonly string[], folder = tmpdir(), refuse = refuseSlowPatterns): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const use = (pattern: string) => ({ pattern, refuse: (message: string, hint: string) => void found.set(pattern, `${message}\n${hint}`) })
  await refuse(patterns.map(use), folder)
  return found
}

const application = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'galley-patterns-'))
  mkdirSync(path.join(folder, 'node_modules'))
  return folder
}

describe('schema/patterns', function () {
  this.timeout(120_000)

  it(`refuses ${SLOW.length} slow shapes, and proves none of them @long`, async () => {
    expect(SLOW.filter(isProvablyLinear)).to.deep.equal([])
    const messages = await refusals(SLOW)
    expect(SLOW.filter((pattern) => !messages.has(pattern))).to.deep.equal([])
    for (const sentence of messages.values()) expect(sentence).to.match(/^this pattern takes \S.* time, for example on '/)
  })

  it(`accepts ${ORDINARY.length} ordinary patterns, nearly all of them without recheck @long`, async () => {
    expect([...(await refusals(ORDINARY)).keys()]).to.deep.equal([])
    expect(ORDINARY.filter((pattern) => !isProvablyLinear(pattern)).length).to.be.at.most(3)
  })

  it('proves nothing that recheck finds slow @long', async () => {
    const atom = fc.constantFrom(...'a b - é . \\d \\w \\W \\s [a-z] [^a] \\p{L} [ก-๙] \\. \\x61 \\u{1F600} $ \\b'.split(' '))
    const times = fc.constantFrom('', '', '', '?', '*', '+', '*?', '{2}', '{0,2}', '{1,}', '{2,3}')
    const repeated = ([what, often]: [string, string]) => (/^(\$|\\b)$/.test(what) ? what : what + often)
    const { pattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
      term: fc.oneof(
        { depthSize: 'small' },
        fc.tuple(atom, times).map(repeated),
        fc.tuple(tie('pattern'), times).map(([inner, often]) => `(${inner})${often}`),
        fc.tuple(tie('pattern'), tie('pattern'), times).map(([one, other, often]) => `(?:${one}|${other})${often}`),
      ),
      pattern: fc.array(tie('term'), { minLength: 1, maxLength: 4 }).map((terms) => terms.join('')),
    }))
    const whole = fc.tuple(fc.constantFrom('^', '^', ''), pattern, fc.constantFrom('$', '$', '')).map((parts) => parts.join(''))
    const proven = fc.sample(whole, 8_000).filter(isProvablyLinear)
    expect(proven.length).to.be.above(300)
    const unknown: string[] = []
    for (const one of proven) {
      const { status } = await check(one, 'u', { timeout: 5_000 })
      expect(status, one).not.to.equal('vulnerable')
      if (status === 'unknown') unknown.push(one)
    }
    // Of a few it can't tell in time on a busy machine.
    expect(unknown.length, unknown.join('\n')).to.be.at.most(3)
  })

  it('counts no set of characters as smaller than it is', () => {
    const sets = ['.', '\\W', '\\s', '[^a]', '\\p{L}', '[a-é]', '\\u00e9', '[\\x20-\\xff]', '[\\s]', 'é']
    for (const set of sets) expect(isProvablyLinear(`^${set}*é*x$`), set).to.equal(false)
    for (const set of ['\\w', '[a-z.]', '[!-~]', '\\.', '\\d']) expect(isProvablyLinear(`^${set}*é*$`), set).to.equal(true)
  })

  describe('stop the start', () => {
    const slow = String.raw`^(\w+\s?)+$`
    const inFolder = (name: string, text: string): Partial<Declared> => {
      const folder = application()
      writeFileSync(path.join(folder, name), text)
      return { schema: [path.join(folder, name)] }
    }
    const places: [string, Partial<Declared>, string][] = [
      [
        'SDL',
        inFolder('posts.graphql', `type Post @collection(slug: "posts") {\n  x: String @pattern(regex: ${JSON.stringify(slow)})\n}`),
        'posts.graphql:2:',
      ],
      [
        'a document',
        inFolder(
          'posts.json',
          JSON.stringify({ 'x-cms': { collection: 'posts' }, properties: { x: { type: 'string', pattern: slow } } }, null, 1),
        ),
        'posts.json:8:4',
      ],
      ['{ slug, fields }', { collections: [{ slug: 'posts', fields: [{ name: 'x', pattern: slow }] }] }, 'fields.x.pattern'],
      [
        'a row of a block, in a global',
        {
          globals: [
            {
              slug: 'home',
              fields: [{ name: 'b', type: 'blocks', blocks: [{ slug: 'q', fields: [{ name: 'x', pattern: slow, maxLength: 40 }] }] }],
            },
          ],
        },
        'fields.b.q.x.pattern',
      ],
      [
        'a field type of your own',
        { fieldTypes: [{ name: 'sku' }], collections: [{ slug: 'posts', fields: [{ name: 'x', type: 'sku', pattern: slow }] }] },
        'fields.x.pattern',
      ],
    ]
    for (const [spelling, declared, place] of places) {
      it(`in ${spelling}`, async () => {
        const failed: unknown = await startCms(DATABASES[0]!, declared as object).then(
          () => undefined,
          (error) => error,
        )
        expect(String(failed)).to.include(place).and.to.include('this pattern takes exponential time')
      })
    }
  })

  describe('match only what is short enough', () => {
    async function messagesFor(field: object, value: string) {
      const { entities } = await build({ collections: [{ slug: 'a', fields: [{ name: 'x', ...field }] }] })
      return validators(entities.get('a')!)
        .full({ x: value })
        .map(({ message }) => message)
    }

    it('a text beyond maxLength is told only that', async () => {
      expect(await messagesFor({ pattern: '^a+$', maxLength: 3 }, 'bbbb')).to.deep.equal(['must be at most 3 characters'])
      expect(await messagesFor({ pattern: '^a+$', maxLength: 3 }, 'bbb')).to.deep.equal(["has the wrong format; it should look like 'aaa'"])
      expect(await messagesFor({ pattern: '^a+$', maxLength: 3 }, 'aaa')).to.deep.equal([])
    })

    it('a field without maxLength takes as much as a pattern is matched against', async () => {
      expect(await messagesFor({ pattern: '^a+$' }, 'b'.repeat(LONGEST_MATCHED + 1))).to.deep.equal(['must be at most 10000 characters'])
      expect(await messagesFor({ pattern: '^a+$' }, 'a'.repeat(LONGEST_MATCHED))).to.deep.equal([])
      expect(await messagesFor({}, 'a'.repeat(LONGEST_MATCHED + 1))).to.deep.equal([])
    })
  })

  describe('verdicts', () => {
    const doubtful = '^(?!admin$)[a-z0-9-]+$'
    const kept = (folder: string) => path.join(folder, 'node_modules/.cache/galley/patterns')

    /** The same code, where no recheck is installed. */
    async function withoutRecheck(): Promise<typeof refuseSlowPatterns> {
      const folder = mkdtempSync(path.join(tmpdir(), 'galley-without-recheck-'))
      const from = fileURLToPath(new URL('../../schema', import.meta.url))
      for (const name of readdirSync(from)) if (name.startsWith('pattern')) cpSync(path.join(from, name), path.join(folder, name))
      writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
      return (await import(pathToFileURL(path.join(folder, 'patterns.ts')).href)).refuseSlowPatterns
    }

    it('without recheck, a pattern that is not proven stops the start and says what to do', async () => {
      const messages = await refusals([doubtful, '^[a-z]+$'], application(), await withoutRecheck())
      expect([...messages.keys()]).to.deep.equal([doubtful])
      expect(messages.get(doubtful)).to.include('is not installed').and.to.include('npm install recheck; or begin each repeated part')
    })

    it('are kept, and stand where recheck is not installed @long', async () => {
      const folder = application()
      expect([...(await refusals([doubtful, '^(a+)+$'], folder)).keys()]).to.deep.equal(['^(a+)+$'])
      expect(readdirSync(kept(folder)).length).to.equal(2)
      const messages = await refusals([doubtful, '^(a+)+$', '^(b+)+$'], folder, await withoutRecheck())
      expect([...messages.keys()]).to.deep.equal(['^(a+)+$', '^(b+)+$'])
      expect(messages.get('^(a+)+$')).to.include('takes exponential time')
    })

    it('are found again without a second analysis @long', async () => {
      const folder = application()
      await refusals([doubtful], folder)
      const written = () => readdirSync(kept(folder)).map((name) => [name, statSync(path.join(kept(folder), name)).mtimeMs])
      const first = written()
      expect(first.length).to.equal(1)
      await refusals([doubtful], folder)
      expect(written()).to.deep.equal(first)
    })

    it('of another version, of another pattern and in broken files count for nothing @long', async () => {
      const spoil: ((verdict: object) => string)[] = [
        (verdict) => JSON.stringify({ ...verdict, version: '0.0.1', verdict: { status: 'safe' } }),
        (verdict) => JSON.stringify({ ...verdict, pattern: 'other', verdict: { status: 'safe' } }),
        () => '{',
      ]
      for (const spoilt of spoil) {
        const folder = application()
        await refusals(['^(a+)+$'], folder)
        const file = path.join(kept(folder), readdirSync(kept(folder))[0]!)
        writeFileSync(file, spoilt(JSON.parse(readFileSync(file, 'utf8'))))
        expect((await refusals(['^(a+)+$'], folder)).size).to.equal(1)
      }
    })

    it('are never a yes where the analysis fails', async () => {
      const verdicts = await analyse([doubtful], path.join(tmpdir(), 'no-such-analyser.js'))
      expect(verdicts.get(doubtful)).to.deep.equal({ status: 'unknown', reason: 'recheck ended with code 1' })
    })

    it('that recheck can not reach are a refusal @long', async () => {
      const beyondRecheck = '^(?=x)\\p{Script=Kawi}'
      expect((await refusals([beyondRecheck])).get(beyondRecheck)).to.include('ended without a result (invalid)')
    })

    it('need no place to be kept @long', async () => {
      const folder = application()
      writeFileSync(path.join(folder, 'node_modules/.cache'), 'not a folder')
      expect((await refusals([doubtful, '^(a+)+$'], folder)).size).to.equal(1)
    })
  })
})
