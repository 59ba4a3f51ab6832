/** A translator goes through an article in two languages, back and forth. */
import { drawn } from '../harness/depth.ts'
import { PAIRS } from '../harness/start.ts'
import { numberOf, Stage } from './stage.ts'
import { doc, heading, paragraph, text } from './text.ts'

describe('journeys: a translator @long', function () {
  this.timeout(300_000)
  for (const [host, database] of drawn(PAIRS, 'translator'))
    it(`goes back and forth between two languages, on ${host.name} with ${database.name}`, async () => {
      const stage = await Stage.open(host, database)
      const story = await stage.storyOf({
        title: 'Trains at night',
        summary: 'Ten hours, three beds.',
        body: doc(heading(2, 'Who sleeps'), paragraph(text('Nobody '), text('sleeps', 'bold'), text('.'))),
        author: numberOf('Ada'),
        tags: [numberOf('rail')],
        links: [{ label: 'Timetable', url: 'https://example.org' }],
        status: 'published',
      })
      const bo = await stage.writer(story, 'bo@example.org')

      await bo.opens()
      await bo.speaks('th')
      await bo.fills('title', 'รถไฟกลางคน')
      await bo.typesAt('title', 9, 'ื')
      await bo.speaks('en')
      await bo.speaks('th')
      await bo.typesInText('body', 0, 0, 'ใครหลับ')
      await bo.writesLine('body', 'ไม่มีใคร', paragraph(text('ไม่มีใคร')))
      await bo.marks('body', 1, 0, 3, ['bold'])
      await bo.speaks('en')
      await bo.typesInText('body', 1, 7, 'really ')
      await bo.speaks('th')
      await bo.fills('summary', 'สิบชั่วโมง')
      await bo.publishes()
      await bo.speaks('en')
      await bo.typesAt('title', 15, ', again')
      await bo.speaks('th')
      await bo.looksAt('Links')
      await bo.choosesAlso('tags', 'night', numberOf('night'))
      await bo.fills('links.0.label', 'ตารางเวลา')
      await bo.adds('links')
      await bo.fills('links.1.label', 'แผนที่')
      await bo.speaks('en')
      await bo.looksAt('Links')
      await bo.moves('links', 1, 0)
      await bo.removes('tags', 'rail', numberOf('rail'))
      await bo.speaks('th')
      await bo.erases('title', 2)
      await bo.typesAt('title', 0, 'ช้า ')
      await bo.reloads()
      await bo.speaks('en')
      await bo.discards()
      await bo.speaks('th')
      await bo.fills('summary', '')
      await bo.publishes()
      await bo.speaks('en')
      await bo.fills('summary', 'Eleven hours.')
      await bo.typesInText('body', 0, 3, ' really')
      await bo.undoesAndRedoes('body', 3)
      await bo.speaks('th')
      await bo.typesInText('body', 0, 7, 'บ้าง')
      await bo.leavesAndReturns()
      await bo.publishes()
      await bo.quickly(async () => {
        await bo.fills('title', 'รถไฟ')
        await bo.fills('summary', 'ยาว')
      })
      await bo.speaks('en')
      await bo.speaks('th')
      await bo.publishes()
      await bo.restores(2)
      await bo.speaks('en')
      await bo.publishes()

      await bo.leaves()
      await stage.close()
    })
})
