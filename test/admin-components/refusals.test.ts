/** What the API refuses, as the admin says it: every code has a text, every reason has one, and fields have their labels. */
import { expect } from 'chai'
import type { App } from '../../admin-components/app/app.ts'
import { fieldName } from '../../admin-components/app/field-name.ts'
import { inOwnWords } from '../../admin-components/app/refusals.ts'
import type { Field } from '../../admin-components/app/schema.ts'
import { allEnglish } from '../../admin-components/texts/english.ts'
import { type Key, write } from '../../admin-components/texts/texts.ts'
import { th } from '../../admin-components/texts/th.ts'
import { thRefusals } from '../../admin-components/texts/th-refusals.ts'
import { CODES } from '../../lib/errors.ts'
import { refusalOf } from '../../lib/features/media/accepted.ts'
import { formats } from '../../schema/field-types.ts'
import { type Because, because, REASONS, type Reason } from '../../schema/reasons.ts'

const POSTS = [{ name: 'cover', path: 'cover', type: 'upload', label: { en: 'Picture', th: 'ภาพ' } }]

const speaking = (language: 'en' | 'th') =>
  ({
    language,
    t: (key: Key, values = {}) =>
      write((language === 'th' ? { ...th, ...thRefusals } : allEnglish)[key as keyof typeof thRefusals], language, values),
    collection: (slug: string) => (slug === 'posts' ? { labels: { plural: { en: 'Articles', th: 'บทความ' } }, fields: POSTS } : undefined),
    entity: () => undefined,
    label: (label: { en?: string; th?: string } | string | undefined, otherwise = '') =>
      typeof label === 'string' ? label : (label?.[language] ?? otherwise),
  }) as unknown as App

/** Problems with values of a form, as the server writes them. */
const SAID: [why: Because, en: string, th: string][] = [
  [because('required'), 'Fill this in', 'กรุณากรอกช่องนี้'],
  [because('unique'), 'Another document already has this value', 'มีรายการอื่นใช้ค่านี้แล้ว'],
  [because('max-length', { limit: 1200 }), 'Too long: at most 1,200 characters', 'ยาวเกินไป: ไม่เกิน 1,200 ตัวอักษร'],
  [because('min-length', { limit: 1 }), 'Write at least 1 character', 'เขียนอย่างน้อย 1 ตัวอักษร'],
  [because('min', { limit: -2.5 }), 'Enter -2.5 or more', 'กรอก -2.5 ขึ้นไป'],
  [because('max', { limit: 10 }), 'Enter 10 or less', 'กรอกไม่เกิน 10'],
  [because('max-bytes', { limit: 2704 }), 'Too long: at most 2,704 bytes', 'ยาวเกินไป: ไม่เกิน 2,704 ไบต์'],
  [because('one-of', { options: ['a', 'b'] }), 'Choose one of: a, b', 'เลือกหนึ่งใน: a, b'],
  [
    because('pattern', { pattern: '^[A-Z]{2}-\\d{4}$', example: 'AB-1234' }),
    'This doesn’t have the right format. It should look like AB-1234',
    'รูปแบบไม่ถูกต้อง ควรมีลักษณะเช่น AB-1234',
  ],
  [because('pattern', { pattern: '^(?=a)b$' }), 'This doesn’t have the right format', 'รูปแบบไม่ถูกต้อง'],
  [because('min-rows', { limit: 2 }), 'Add at least 2', 'เพิ่มอย่างน้อย 2 รายการ'],
  [because('not-whole'), 'Enter a whole number', 'กรอกจำนวนเต็ม'],
  [because('file-too-large', { limit: 10_000_000 }), 'Larger than 10 MB', 'ใหญ่กว่า 10 MB'],
  [
    refusalOf(['image/*', 'documents', 'video/mp4', 'image/svg+xml', 'model/*'], 'text/plain'),
    'This file type isn’t allowed here. Allowed: images, documents, MP4, SVG, model/*',
    'ใช้ไฟล์ชนิดนี้ที่นี่ไม่ได้ ใช้ได้: รูปภาพ, เอกสาร, MP4, SVG, model/*',
  ],
  [refusalOf([], 'image/svg+xml'), 'SVG files can contain scripts, so this site doesn’t accept them', 'ไฟล์ SVG อาจมีสคริปต์อยู่ เว็บไซต์นี้จึงไม่รับ'],
  [
    because('file-in-use', { found: 'text/plain', types: ['image/*'], fields: ['posts.cover', 'site.logo'] }),
    'This file is used in Articles › Picture, Site › Logo, where only these types are allowed: images. Choose one of them, or upload the other file as a new one',
    'ไฟล์นี้ใช้อยู่ใน บทความ › ภาพ, Site › Logo ซึ่งรับเฉพาะไฟล์ชนิดต่อไปนี้: รูปภาพ เลือกไฟล์ชนิดดังกล่าว หรืออัปโหลดอีกไฟล์เป็นไฟล์ใหม่',
  ],
  [
    because('file-in-use', { found: 'text/plain', types: ['image/*'] }),
    'This file is used where only these types are allowed: images. Choose one of them, or upload the other file as a new one',
    'ไฟล์นี้ใช้อยู่ในที่ที่รับเฉพาะไฟล์ชนิดต่อไปนี้: รูปภาพ เลือกไฟล์ชนิดดังกล่าว หรืออัปโหลดอีกไฟล์เป็นไฟล์ใหม่',
  ],
  ...(
    [
      ['application/x-msdownload', 'a program', 'โปรแกรม'],
      ['application/x-elf', 'a program', 'โปรแกรม'],
      ['text/javascript', 'plain text', 'ข้อความธรรมดา'],
      ['image/png', 'an image', 'รูปภาพ'],
      ['application/pdf', 'a PDF file', 'ไฟล์ PDF'],
      ['application/x-7z-compressed', 'an archive', 'ไฟล์บีบอัด'],
      ['application/vnd.ms-outlook', 'a file of another type', 'ไฟล์ชนิดอื่น'],
    ] as const
  ).map(([found, en, thai]): [Because, string, string] => [
    because('file-differs', { found, announced: 'image/jpeg' }),
    `This file contains ${en}, which is not what its name says`,
    `ชื่อไฟล์บอกเป็นชนิดอื่น แต่เนื้อหาเป็น ${thai}`,
  ]),
  [because('file-empty'), 'This file is empty', 'ไฟล์นี้ว่างเปล่า'],
  [because('last-admin'), 'There must be at least one active admin', 'ต้องมีผู้ดูแลระบบที่ใช้งานอยู่อย่างน้อยหนึ่งคน'],
]

/** Only programs choose the languages of a request. */
const FOR_PROGRAMS = ['unknown-locale', 'every-locale', 'one-locale']

describe('admin-components: what the API refuses', () => {
  for (const [why, en, thai] of SAID)
    it(`says “${why.message}” in the admin's language`, () => {
      expect(inOwnWords({ ...why, code: 'VALIDATION' }, speaking('en'))).to.equal(en)
      expect(inOwnWords({ ...why, code: 'VALIDATION' }, speaking('th'))).to.equal(thai)
    })

  it('names what a text may not contain', () => {
    const said = (why: Because) => inOwnWords({ ...why, code: 'VALIDATION' }, speaking('en'))
    expect(said(because('not-in-text', { type: 'bulletList' }))).to.equal('This text can’t contain: List')
    expect(said(because('not-in-text', { type: 'heading' }))).to.equal('This text can’t contain: Heading')
    expect(said(because('unknown-in-text', { type: 'newsTicker', part: 'node' }))).to.equal('This text can’t contain: News ticker')
    expect(said(because('heading-level', { levels: [2, 3] }))).to.equal('Headings can only have these levels: 2, 3')
  })

  it('has a text for every reason, whatever it mentions', () => {
    const values = { limit: 5, options: ['a'], levels: [2], protocols: ['https'], types: ['image/*'], found: 'text/plain', type: 'number' }
    const reasons = (Object.keys(REASONS) as Reason[]).filter((reason) => reason !== 'format' && !FOR_PROGRAMS.includes(reason))
    const formatted = [...formats.keys()].map((format) => ({ reason: 'format', values: { format } }))
    for (const one of [...reasons.map((reason) => ({ reason, values })), ...formatted]) {
      const said = (language: 'en' | 'th') => inOwnWords({ ...one, message: '…', code: 'VALIDATION' }, speaking(language))
      for (const language of ['en', 'th'] as const) expect(said(language), JSON.stringify(one)).not.to.match(/^…$|[{}]/)
    }
  })

  it('has a text for every code, and leaves the words of the site alone', () => {
    const without = Object.keys(CODES).filter((code) => inOwnWords({ message: '…', code }, speaking('th')) === '…')
    expect(without).to.deep.equal(['VALIDATION'])
    for (const message of ['Ask Ada first', 'must be unique'])
      expect(inOwnWords({ message, code: 'VALIDATION' }, speaking('th'))).to.equal(message)
  })

  it('names fields by their labels, down to rows, groups and blocks', () => {
    const fields = [
      {
        name: 'seo',
        path: 'seo',
        type: 'group',
        label: { en: 'Search', th: 'ค้นหา' },
        fields: [{ name: 'metaTitle', path: '', type: 'text' }],
      },
      {
        name: 'body',
        path: 'body',
        type: 'blocks',
        blocks: [{ slug: 'quote', fields: [{ name: 'by', path: '', type: 'text', label: 'Author' }] }],
      },
      {
        name: 'text',
        path: 'text',
        type: 'richText',
        label: 'Text',
        blocks: [
          {
            slug: 'box',
            fields: [
              { name: 'inner', path: '', type: 'richText', blocks: [{ slug: 'deep', fields: [{ name: 'word', path: '', type: 'text' }] }] },
            ],
          },
        ],
      },
    ] as Field[]
    const named = (path: string) => fieldName(speaking('en'), fields, path)
    expect(named('seo.metaTitle')).to.equal('Search › Meta title')
    expect(named('body.1.by')).to.equal('Body › Row 2 › Author')
    expect(named('text.content.3.type')).to.equal('Text')
    expect(named('text.content.0.attrs.inner.content.2.attrs.word')).to.equal('Text › Inner › Word')
    expect(named('title.th')).to.equal('Title')
    expect(named('unknownField')).to.equal('Unknown field')
    expect(fieldName(speaking('th'), fields, 'seo.metaTitle')).to.equal('ค้นหา › Meta title')
  })
})
