/** A translator works through rows and blocks that every language shares, with words of its own in each. */
import { drawn } from '../harness/depth.ts'
import { PAIRS } from '../harness/start.ts'
import { numberOf, Stage } from './stage.ts'

const both = (en: string | null, th: string | null) => ({ en, th })

describe('journeys: a translator of rows @long', function () {
  this.timeout(300_000)
  for (const [host, database] of drawn(PAIRS, 'translated-rows'))
    it(`translates, moves, adds, copies and removes them, on ${host.name} with ${database.name}`, async () => {
      const stage = await Stage.open(host, database)
      const story = await stage.storyOf(
        {
          title: both('Trains at night', 'รถไฟกลางคืน'),
          facts: [
            { label: both('Ten hours', 'สิบชั่วโมง'), source: 'timetable', count: 10 },
            { label: both('Three beds', null), source: 'ticket' },
            { label: both(null, 'ไม่มีฝน') },
          ],
          voices: [
            { blockType: 'voice', words: both('Nobody sleeps.', null), by: numberOf('Ada') },
            {
              blockType: 'choir',
              heading: both('All of them', 'ทุกคน'),
              lines: [{ text: both('Goodnight', 'ราตรีสวัสดิ์') }, { text: both('Sleep well', null), loud: true }],
            },
          ],
          status: 'published',
        },
        'all',
      )
      const bo = await stage.writer(story, 'bo@example.org')

      await bo.opens()
      await bo.looksAt('Voices')
      await bo.fills('facts.0.label', 'Eleven hours')
      await bo.moves('facts', 0, 2)
      await bo.speaks('th')
      await bo.looksAt('Voices')
      await bo.fills('facts.0.label', 'สามเตียง')
      await bo.fills('facts.2.source', 'ตารางเวลา')
      await bo.copies('facts', 0)
      await bo.fills('facts.1.label', 'สี่เตียง')
      await bo.moves('facts', 1, 3)
      await bo.fills('voices.0.words', 'ไม่มีใครหลับ')
      await bo.moves('voices', 1, 0)
      await bo.fills('voices.0.lines.1.text', 'ฝันดี')
      await bo.moves('voices.0.lines', 1, 0)
      await bo.speaks('en')
      await bo.looksAt('Voices')
      await bo.typesAt('voices.0.lines.0.text', 5, ' very')
      await bo.adds('voices.0.lines')
      await bo.fills('voices.0.lines.2.text', 'Until tomorrow')
      await bo.copies('voices', 0)
      await bo.fills('voices.1.heading', 'All of them, again')
      await bo.drops('voices.1.lines', 1)
      await bo.publishes()
      await bo.adds('facts')
      await bo.fills('facts.4.label', 'One conductor')
      await bo.counts('facts.4.count', 1)
      await bo.speaks('th')
      await bo.looksAt('Voices')
      await bo.fillsIn()
      await bo.fills('facts.4.label', 'คนคุมคนเดียว')
      await bo.erases('voices.1.lines.1.text', 4)
      await bo.publishes()
      await bo.drops('facts', 1)
      await bo.quickly(async () => {
        await bo.copies('voices', 1)
        await bo.moves('voices', 2, 0)
        await bo.copies('facts', 0)
        await bo.drops('facts', 0)
        await bo.fills('facts.0.label', 'คัดลอก')
      })
      await bo.speaks('en')
      await bo.looksAt('Voices')
      await bo.ticks('voices.0.lines.0.loud', false)
      await bo.folds('voices', 0)
      await bo.drops('voices', 1)
      await bo.reloads()
      await bo.looksAt('Voices')
      await bo.copies('facts', 1)
      await bo.discards()
      await bo.speaks('th')
      await bo.looksAt('Voices')
      await bo.copies('voices', 2)
      await bo.speaks('en')
      await bo.publishes()
      await bo.restores(1)
      await bo.speaks('th')
      await bo.publishes()

      await bo.leaves()
      await stage.close()
    })
})
