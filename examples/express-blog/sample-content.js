// Fills an empty blog, so that there is something to see.

export async function addSampleContent(cms) {
  if ((await cms.count('posts')) > 0) return
  const [ada, malee] = await Promise.all([
    cms.create('authors', { name: 'Ada', bio: 'Writes about engines.' }),
    cms.create('authors', { name: 'มาลี', bio: 'เขียนเรื่องการพิมพ์' }),
  ])
  const [news, craft] = await Promise.all([cms.create('tags', { name: 'news' }), cms.create('tags', { name: 'craft' })])
  await cms.create('posts', {
    title: 'Hello, galley',
    summary: 'What a galley is, and why a content system is named after one.',
    body: document('A galley is the tray in which type is set and proofs are pulled before anything is published.'),
    author: ada.id,
    tags: [news.id, craft.id],
    sections: [
      { blockType: 'quote', text: 'Set it, proof it, publish it.', by: 'A printer' },
      { blockType: 'links', items: [{ label: 'The posts as JSON', url: '/api/cms/posts' }] },
    ],
  })
  await cms.create('posts', {
    title: 'ตัวเรียงพิมพ์',
    summary: 'สลักที่อยู่ของบทความใช้ได้กับทุกภาษา',
    body: document('ระบบนี้เก็บสระและวรรณยุกต์ไว้ในที่อยู่ของบทความ'),
    author: malee.id,
    tags: [craft.id],
    layout: 'narrow',
  })
  await cms.updateGlobal('site', { tagline: 'An example of galley inside Express' })
}

const document = (text) => ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
