// Fills an empty blog: a published article in both languages, one that is not translated yet, and a draft.

export async function addSampleContent(cms) {
  if ((await cms.count('topics')) > 0) return
  const whole = { locale: 'all' }
  const type = await cms.create('topics', { name: { en: 'Type', th: 'ตัวพิมพ์' } }, whole)
  const paper = await cms.create('topics', { name: { en: 'Paper', th: 'กระดาษ' } }, whole)
  await cms.create(
    'articles',
    {
      title: { en: 'Setting type', th: 'การเรียงพิมพ์' },
      summary: { en: 'How a page was made, letter by letter.', th: 'หน้าหนังสือเกิดขึ้นทีละตัวอักษรอย่างไร' },
      body: {
        en: document('A compositor stands before the case and picks each letter by hand.'),
        th: document('ช่างเรียงยืนหน้าช่องตัวพิมพ์ แล้วหยิบทีละตัวด้วยมือ'),
      },
      topics: [type.id],
      status: 'published',
    },
    whole,
  )
  await cms.create('articles', {
    title: 'Making paper',
    summary: 'Rags, water and a sieve.',
    body: document('It is shown in English to readers of Thai until somebody translates it.'),
    topics: [paper.id],
    status: 'published',
  })
  await cms.create('articles', {
    title: 'Binding books',
    summary: 'Not finished yet.',
    body: document('Thread, glue and patience.'),
    topics: [paper.id],
  })
  await cms.updateGlobal(
    'site',
    {
      name: { en: 'The bilingual blog', th: 'บล็อกสองภาษา' },
      tagline: { en: 'An example of galley inside Koa', th: 'ตัวอย่างการใช้ galley ใน Koa' },
    },
    whole,
  )
}

const document = (text) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
