/** What the API refuses, as the admin says it: every code has a text, every message about a value is known, and fields have their labels. */
import { readdirSync, readFileSync } from 'node:fs'
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
import { messages } from '../../schema/messages.ts'

const speaking = (language: 'en' | 'th') =>
  ({
    language,
    t: (key: Key, values = {}) =>
      write((language === 'th' ? { ...th, ...thRefusals } : allEnglish)[key as keyof typeof thRefusals], language, values),
    label: (label: { en?: string; th?: string } | string | undefined, otherwise = '') =>
      typeof label === 'string' ? label : (label?.[language] ?? otherwise),
  }) as unknown as App

/** Messages about values of a form, as the server writes them. */
const SAID: [message: string, en: string, th: string][] = [
  [messages.isRequired, 'Fill this in', 'กรุณากรอกช่องนี้'],
  [messages.unique, 'Another document already has this value', 'มีรายการอื่นใช้ค่านี้แล้ว'],
  [messages.atMostCharacters(1200), 'Too long: at most 1,200 characters', 'ยาวเกินไป: ไม่เกิน 1,200 ตัวอักษร'],
  [messages.atLeastCharacters(1), 'Write at least 1 character', 'เขียนอย่างน้อย 1 ตัวอักษร'],
  [messages.atLeast(-2.5), 'Enter -2.5 or more', 'กรอก -2.5 ขึ้นไป'],
  [messages.atMost(10), 'Enter 10 or less', 'กรอกไม่เกิน 10'],
  [messages.atMostBytes(2704), 'Too long: at most 2,704 bytes', 'ยาวเกินไป: ไม่เกิน 2,704 ไบต์'],
  [messages.oneOf(['a', 'b']), 'Choose one of: a, b', 'เลือกหนึ่งใน: a, b'],
  [messages.atLeastRows(2), 'Add at least 2', 'เพิ่มอย่างน้อย 2 รายการ'],
  [messages.mustBe('a whole number'), 'Enter a whole number', 'กรอกจำนวนเต็ม'],
  ['is larger than 10000000 bytes', 'Larger than 10 MB', 'ใหญ่กว่า 10 MB'],
  [refusalOf(['image/*'], 'text/plain'), 'This file type isn’t allowed here. Allowed: image/*', 'ใช้ไฟล์ชนิดนี้ที่นี่ไม่ได้ ใช้ได้: image/*'],
  [refusalOf([], 'image/svg+xml'), 'SVG files can contain scripts, so this site doesn’t accept them', 'ไฟล์ SVG อาจมีสคริปต์อยู่ เว็บไซต์นี้จึงไม่รับ'],
  ['is empty', 'This file is empty', 'ไฟล์นี้ว่างเปล่า'],
  ['there must be an active admin left', 'There must be at least one active admin', 'ต้องมีผู้ดูแลระบบที่ใช้งานอยู่อย่างน้อยหนึ่งคน'],
]

/** Members of `messages` about values that a form never sends, or that only programs see. */
const NOT_IN_FORMS = [
  'mustBe',
  'listedTwice',
  'wrongKind',
  'noSuchLocale',
  'everyLocale',
  'oneLocale',
  'doesNotExist',
  'numberInside',
  'objectWith',
]

describe('admin-components: what the API refuses', () => {
  for (const [message, en, thai] of SAID)
    it(`says “${message}” in the admin's language`, () => {
      expect(inOwnWords({ message, code: 'VALIDATION' }, speaking('en'))).to.equal(en)
      expect(inOwnWords({ message, code: 'VALIDATION' }, speaking('th'))).to.equal(thai)
    })

  it('names what a text may not contain', () => {
    const said = (message: string, field = 'body.content.2.type') => inOwnWords({ field, message, code: 'VALIDATION' }, speaking('en'))
    expect(said("this text may not contain 'bulletList'")).to.equal('This text can’t contain: List')
    expect(said("this text may not contain 'heading'")).to.equal('This text can’t contain: Heading')
    expect(said("'newsTicker' is not a node that galley knows")).to.equal('This text can’t contain: News ticker')
    expect(said(messages.oneOf(['2', '3']), 'body.content.2.attrs.level')).to.equal('Headings can only have these levels: 2, 3')
    expect(said(messages.oneOf(['2', '3']), 'level')).to.equal('Choose one of: 2, 3')
  })

  it('knows every message about a value', () => {
    const source = readFileSync(new URL('../../schema/messages.ts', import.meta.url), 'utf8')
    const names = [...source.slice(source.indexOf('// Values')).matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!)
    const samples = { atMostRows: 3, oneOfMany: 2000, oneOf: ['a'], wrongProtocol: ['https'] } as Record<string, unknown>
    const said = names
      .filter((name) => !NOT_IN_FORMS.includes(name))
      .map((name) => {
        const message = messages[name as keyof typeof messages] as unknown
        return typeof message === 'string' ? message : (message as (value: unknown) => string)(samples[name] ?? 5)
      })
    const kinds = ['a string', 'a number', 'true or false', 'a list', 'an object'].map(messages.mustBe)
    const all = [...said, ...kinds, ...[...formats.values()].map(({ message }) => message)]
    expect(all.filter((message) => inOwnWords({ message, code: 'VALIDATION' }, speaking('th')) === message)).to.deep.equal([])
  })

  it('has a text for every code, and leaves the words of the site alone', () => {
    const without = Object.keys(CODES).filter((code) => inOwnWords({ message: '…', code }, speaking('th')) === '…')
    expect(without).to.deep.equal(['VALIDATION'])
    expect(inOwnWords({ message: 'Ask Ada first', code: 'VALIDATION' }, speaking('th'))).to.equal('Ask Ada first')
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
      { name: 'text', path: 'text', type: 'richText', label: 'Text' },
    ] as Field[]
    const named = (path: string) => fieldName(speaking('en'), fields, path)
    expect(named('seo.metaTitle')).to.equal('Search › Meta title')
    expect(named('body.1.by')).to.equal('Body › Row 2 › Author')
    expect(named('text.content.3.type')).to.equal('Text')
    expect(named('title.th')).to.equal('Title')
    expect(named('unknownField')).to.equal('Unknown field')
    expect(fieldName(speaking('th'), fields, 'seo.metaTitle')).to.equal('ค้นหา › Meta title')
  })

  it('reads messages that the server still writes', () => {
    const written = ['lib', 'schema'].flatMap((folder) =>
      readdirSync(new URL(`../../${folder}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => readFileSync(new URL(`../../${folder}/${file}`, import.meta.url), 'utf8')),
    )
    const fixed = [
      'there must be an active admin left',
      'must not be the folder itself or a folder inside it',
      'A backup is being made already',
    ]
    for (const message of [
      ...fixed,
      'This link is invalid, has expired or was already used',
      'Invalid email or password',
      'is larger than ',
    ])
      expect(
        written.some((text) => text.includes(message)),
        message,
      ).to.equal(true)
  })
})
