/** Steps drawn at random, on one document after the other; a run that fails is made shorter until nothing can be left out.
 * `TEST_SEED=…` makes those of a run again.
 */
import fc from 'fast-check'
import { drawn, inDepth, seedOr } from '../harness/depth.ts'
import { PAIRS } from '../harness/start.ts'
import { AUTHORS, numberOf, PICTURES, Stage, TAGS } from './stage.ts'
import { blocksOf, doc, heading, paragraph, text, wordsOf } from './text.ts'
import type { Writer } from './writer.ts'

const RUNS = inDepth(3, 30)

/** A step, and numbers that say where: they are taken as remainders of what is there by then. */
interface Step {
  kind: keyof typeof STEPS
  a: number
  b: number
}

type Perform = (writer: Writer, a: number, b: number) => Promise<unknown> | undefined

const modelled = ({ story, locale }: Writer, path: string) => story.get(path, locale)
const oneOf = <T>(among: readonly T[], number: number): T => among[number % among.length]!
const TEXTS = ['body', 'body', 'sections.0.columns.0.things.0.text']
const WORDS = ['a', 'two words', '“quoted”', 'ไทย', ' ', '.']

const STEPS = {
  title: (writer, a, b) => writer.typesAt('title', a % ((modelled(writer, 'title') ?? '').length + 1), oneOf(WORDS, b)),
  summary: (writer, a) => writer.fills('summary', oneOf(['', 'Short.', 'Two\nlines.'], a)),
  author: (writer, a) => {
    const now = modelled(writer, 'author')
    if (now) return writer.removes('author', AUTHORS[now - 1]!, now)
    return writer.chooses('author', oneOf(AUTHORS, a), numberOf(oneOf(AUTHORS, a)))
  },
  tags: (writer, a) => toggle(writer, 'tags', oneOf(TAGS, a)),
  gallery: (writer, a) => toggle(writer, 'gallery', oneOf(PICTURES, a)),
  addLink: async (writer, a) => {
    const at = (modelled(writer, 'links') ?? []).length
    await writer.adds('links')
    await writer.fills(`links.${at}.label`, oneOf(WORDS, a).trim() || 'x')
  },
  moveLink: (writer, a, b) => {
    const { length } = modelled(writer, 'links') ?? []
    return length > 1 && a % length !== b % length ? writer.moves('links', a % length, b % length) : undefined
  },
  copyLink: (writer, a) => {
    const { length } = modelled(writer, 'links') ?? []
    return length > 0 ? writer.copies('links', a % length) : undefined
  },
  dropLink: (writer, a) => {
    const { length } = modelled(writer, 'links') ?? []
    return length > 0 ? writer.drops('links', a % length) : undefined
  },
  write: (writer, a, b) => {
    const path = textAt(writer, a)
    const blocks = modelled(writer, path) ? blocksOf(modelled(writer, path)) : []
    const block = blocks.length > 0 ? b % blocks.length : 0
    return writer.typesInText(path, block, blocks[block] ? b % (wordsOf(blocks[block]).length + 1) : 0, oneOf(['word ', 'x', 'ไทย'], b))
  },
  line: (writer, a, b) => {
    const path = textAt(writer, a)
    return b % 2 ? writer.writesLine(path, '## Head', heading(2, 'Head')) : writer.writesLine(path, 'Line', paragraph(text('Line')))
  },
  mark: (writer, a, b) => {
    const path = textAt(writer, a)
    const blocks = modelled(writer, path) ? blocksOf(modelled(writer, path)) : []
    const at = blocks.findIndex((block) => block.type === 'paragraph' && wordsOf(block).length > 1)
    return at < 0 ? undefined : writer.marks(path, at, 0, 1 + (b % (wordsOf(blocks[at]!).length - 1)), [b % 3 ? 'bold' : 'italic'])
  },
  undo: (writer) => (modelled(writer, 'body') ? writer.undoesAndRedoes('body', 2) : undefined),
  language: (writer) => writer.speaks(writer.locale === 'en' ? 'th' : 'en'),
  tab: (writer, a) => writer.looksAt(oneOf(['Text', 'Links', 'Parts', 'More'], a)),
  reload: (writer) => writer.reloads(),
  away: (writer) => writer.leavesAndReturns(),
  featured: (writer, a) => writer.ticks('featured', a % 2 === 0),
  // A language without a title can't be published.
  publish: (writer) => (isPending(writer) && modelled(writer, 'title') ? writer.publishes() : undefined),
  discard: (writer) => (writer.story.live && isPending(writer) ? writer.discards() : undefined),
} satisfies Record<string, Perform>

function toggle(writer: Writer, path: string, name: string): Promise<unknown> {
  const number = numberOf(name)
  return (modelled(writer, path) ?? []).includes(number) ? writer.removes(path, name, number) : writer.choosesAlso(path, name, number)
}

const textAt = (_: Writer, a: number): string => oneOf(TEXTS, a)
const isPending = ({ story }: Writer) => JSON.stringify(story.draft) !== JSON.stringify(story.live)

/** The tab of each step, turned to when it is made. */
const TABS: Partial<Record<Step['kind'], string>> = {
  author: 'Links',
  tags: 'Links',
  gallery: 'Links',
  addLink: 'Links',
  moveLink: 'Links',
  copyLink: 'Links',
  dropLink: 'Links',
  title: 'Text',
  summary: 'Text',
  undo: 'Text',
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...(Object.keys(STEPS) as Step['kind'][])),
  a: fc.nat(1000),
  b: fc.nat(1000),
})

describe('journeys at random @long', function () {
  this.timeout(Math.max(600_000, RUNS * 120_000))
  for (const [host, database] of drawn(PAIRS, 'random'))
    it(`store what was told, on ${host.name} with ${database.name}`, async () => {
      const stage = await Stage.open(host, database)
      let runs = 0
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30, size: 'max' }), async (steps) => {
          const story = await stage.storyOf({
            title: 'Start',
            body: doc(paragraph(text('First words.'))),
            sections: [{ blockType: 'shelf', columns: [{ things: [{ blockType: 'note' }] }] }],
            status: 'published',
          })
          const writer = await stage.writer(story, `writer${++runs}@example.org`)
          try {
            await writer.opens()
            for (const { kind, a, b } of steps) {
              const tab =
                TABS[kind] ?? (['write', 'line', 'mark'].includes(kind) ? (textAt(writer, a) === 'body' ? 'Text' : 'Parts') : undefined)
              if (tab) await writer.looksAt(tab)
              await STEPS[kind](writer, a, b)
            }
            writer.seat.quiet()
          } finally {
            await writer.seat.leave()
          }
        }),
        { numRuns: RUNS, interruptAfterTimeLimit: 500_000, seed: seedOr(1) },
      )
      await stage.close()
    })
})
