/** An article with every kind of node, before and after a day of editing, with the fields around it. */

export const mark = (words: string, type: string, attrs?: object) => ({
  type: 'text',
  text: words,
  marks: [{ type, ...(attrs && { attrs }) }],
})
export const p = (...content: (object | string)[]) => ({
  type: 'paragraph',
  content: content.map((one) => (typeof one === 'string' ? { type: 'text', text: one } : one)),
})
const node = (type: string, attrs: object, ...content: object[]) => ({ type, attrs, ...(content.length > 0 && { content }) })
const items = (type: string, ...all: (string | object)[]) => all.map((one) => (typeof one === 'string' ? node(type, {}, p(one)) : one))
const task = (checked: boolean, words: string) => node('taskItem', { checked }, p(words))
const row = (type: string, ...cells: string[]) => node('tableRow', {}, ...cells.map((cell) => node(type, {}, p(cell))))
export const doc = (...content: object[]) => ({ type: 'doc', content })

const heading = (level: number, words: string) => node('heading', { level }, { type: 'text', text: words })
const quiet = (n: number) =>
  p(`Paragraph ${n} of the part that nobody touched: the ferry leaves every hour, and the ticket is sold on board.`)

const FISH = p('At noon the market fills with people, noise and the smell of fish from the river.')

export const BEFORE = doc(
  heading(2, 'A day at the river'),
  p('In the morning the temple is quiet, and the monks sweep the old yard.'),
  FISH,
  p(
    'Read ',
    mark('the timetable', 'link', { href: 'https://example.org/2024' }),
    ' before you go. Ask ',
    node('mention', { collection: 'people', id: 1 }),
    '.',
  ),
  ...[1, 2, 3, 4, 5, 6].map(quiet),
  node('bulletList', {}, ...items('listItem', 'Water', 'A hat', 'Small money')),
  node('orderedList', { start: 1 }, ...items('listItem', 'Buy a ticket', 'Board the boat')),
  node('taskList', {}, task(false, 'Call the captain'), task(true, 'Pack')),
  node('blockquote', {}, p('The river is older than the town.')),
  node('codeBlock', { language: 'js' }, { type: 'text', text: 'const boats = 3\nsail(boats)' }),
  node('table', {}, row('tableHeader', 'Pier', 'Opens'), row('tableCell', 'North', 'at 8'), row('tableCell', 'South', 'at 9')),
  node('image', { media: 1, alt: 'The pier in the morning', caption: 'Before the crowd' }),
  node('file', { media: 3 }),
  node('embed', { url: 'https://www.youtube.com/watch?v=oneOneOne11' }),
  node('contentBlock', { blockType: 'tip', id: 'tip1', title: 'Go early', tone: 'calm', place: 1 }),
  node('horizontalRule', {}),
  p('Press H', mark('2', 'subscript'), 'O, E=mc', mark('2', 'superscript'), ', or nothing at all.'),
  p('วันนี้อากาศดีมาก'),
  p('שלום עולם ישן'),
)

export const AFTER = doc(
  heading(3, 'A day at the river'),
  p('In the early morning the temple is quiet, and the monks sweep the ', mark('old yard', 'bold'), '.'),
  p(
    'Read ',
    mark('the timetable', 'link', { href: 'https://example.org/2025' }),
    ' before you go. Ask ',
    node('mention', { collection: 'people', id: 2 }),
    '.',
  ),
  ...[1, 2, 3, 4, 5, 6].map(quiet),
  node('bulletList', {}, ...items('listItem', 'Water', 'A large hat', 'Small money', 'Sun cream')),
  node('orderedList', { start: 1 }, ...items('listItem', 'Buy a ticket', 'Board the boat')),
  node('taskList', {}, task(true, 'Call the captain'), task(true, 'Pack')),
  FISH,
  node('blockquote', {}, p('The river is much older than the town.')),
  node('codeBlock', { language: 'ts' }, { type: 'text', text: 'const boats = 4\nsail(boats)' }),
  node(
    'table',
    {},
    row('tableHeader', 'Pier', 'Opens'),
    row('tableCell', 'North', 'at 7'),
    row('tableCell', 'South', 'at 9'),
    row('tableCell', 'East', 'never'),
  ),
  node('image', { media: 2, alt: 'The pier in the evening', caption: 'After the crowd' }),
  node('embed', { url: 'https://www.youtube.com/watch?v=twoTwoTwo22' }),
  node('contentBlock', { blockType: 'tip', id: 'tip1', title: 'Go very early', tone: 'loud', place: 2 }),
  node('horizontalRule', {}),
  p('Press H', mark('2', 'subscript'), 'O, E=mc', mark('2', 'superscript'), ', or nothing at all.'),
  p('วันนี้อากาศร้อนมาก'),
  p('שלום עולם חדש'),
  p('A last paragraph, which nobody had written before.'),
)

export const VALUES = {
  title: 'A day at the river',
  summary: 'Boats, fish and monks.\nThree hours.',
  due: '2026-05-03T09:00:00.000Z',
  price: 1200.5,
  open: false,
  tone: 'calm',
  cover: 1,
  gallery: [1, 2],
  author: 1,
  people: [1, 2],
  seo: { description: 'An old description', hidden: false },
  settings: { map: { zoom: 3 } },
  body: BEFORE,
  parts: [
    { blockType: 'tip', title: 'One', tone: 'calm', words: doc(p('First words of the tip.')) },
    { blockType: 'tip', title: 'Two', tone: 'calm' },
    { blockType: 'tip', title: 'Three', tone: 'calm' },
    { blockType: 'tip', title: 'Four', tone: 'calm' },
    { blockType: 'shot', picture: 1, note: 'A shot' },
  ],
}

/** `parts`: the stored rows, with their ids. */
export const edited = (parts: any[]) => ({
  title: 'A long day at the river',
  summary: 'Boats, fish and many monks.\nThree hours.\nBring water.',
  due: '2026-05-04T09:00:00.000Z',
  price: 1500,
  open: true,
  tone: 'loud',
  cover: 2,
  gallery: [2, 3],
  author: 2,
  people: [2, 3],
  seo: { description: 'A new description', hidden: false },
  settings: { map: { zoom: 4 } },
  body: AFTER,
  parts: [
    parts[0],
    parts[2],
    { ...parts[4], note: 'A better shot', picture: 2 },
    { blockType: 'tip', title: 'Five', tone: 'loud', words: doc(p('New words of a new tip.')) },
    parts[3],
  ],
})

const tip = {
  slug: 'tip',
  fields: [
    { name: 'title' },
    {
      name: 'tone',
      type: 'select',
      options: [
        { value: 'calm', label: 'Calm voice' },
        { value: 'loud', label: 'Loud voice' },
      ],
    },
    { name: 'words', type: 'richText' },
    { name: 'place', type: 'relationship', to: 'people' },
  ],
}

export const FIELDS: any[] = [
  { name: 'title', localized: true },
  { name: 'summary', type: 'textarea' },
  { name: 'due', label: 'Due on', type: 'date' },
  { name: 'price', type: 'number' },
  { name: 'open', type: 'boolean' },
  tip.fields[1],
  { name: 'cover', type: 'upload' },
  { name: 'gallery', type: 'upload', hasMany: true },
  { name: 'author', type: 'relationship', to: 'people' },
  { name: 'people', type: 'relationship', to: 'people', hasMany: true },
  { name: 'seo', label: 'Search engines', type: 'group', fields: [{ name: 'description' }, { name: 'hidden', type: 'boolean' }] },
  { name: 'settings', type: 'json' },
  { name: 'body', type: 'richText', localized: true, blocks: [tip], embeds: ['youtube'], unknown: 'keep' },
  {
    name: 'parts',
    type: 'blocks',
    blocks: [tip, { slug: 'shot', fields: [{ name: 'picture', type: 'upload' }, { name: 'note' }] }],
  },
]
