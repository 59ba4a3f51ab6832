/** The states of the admin that are looked at: by name, and how to get there. */
import { ARTICLE_ID, type Stage, USER } from './stage.ts'

type Visit = (stage: Stage) => Promise<unknown>

const article = `c/posts/${ARTICLE_ID}`
const page =
  (path: string): Visit =>
  (stage) =>
    stage.open(path)
const dialog = (stage: Stage) => stage.seat.page.locator('dialog[open]').last().waitFor()

/** On a phone, the heading of the list and its box are hidden. */
async function chooseRows({ seat }: Stage): Promise<void> {
  const boxes = seat.page.locator('.list-table tbody input[type=checkbox]')
  for (const index of [0, 1, 2]) await boxes.nth(index).check()
}

const withText: Visit = async (stage) => {
  await stage.open(article)
  await stage.seat.page.locator('.ProseMirror').waitFor()
}

export const SIGNED_OUT: Readonly<Record<string, Visit>> = {
  'sign-in': async ({ seat }) => {
    await seat.open()
    await seat.page.locator('h1').waitFor()
  },
  'sign-in-refused': async (stage) => {
    const { seat } = stage
    await seat.open()
    await seat.fill(stage.say('account.email'), USER)
    await seat.page.locator('input[type=password]').fill('not the password')
    await stage.press('signIn.do')
    await seat.page.locator('[role=alert]').first().waitFor()
  },
}

export const STATES: Readonly<Record<string, Visit>> = {
  home: page(''),
  list: page('c/posts'),
  'list-as-cards': page('c/posts?view=cards'),
  'list-nothing-found': page('c/posts?q=nothing-like-this'),
  'list-empty': page('c/notes'),
  'list-trash': page('c/posts?trash=true'),
  'list-filter': async (stage) => {
    await stage.open('c/posts')
    await stage.press('filter')
    await stage.press('filter.add')
    await stage.press('filter.group.add')
  },
  'list-chosen': async (stage) => {
    await stage.open('c/posts')
    await chooseRows(stage)
  },
  'list-views': async (stage) => {
    await stage.open('c/posts')
    const tools = stage.seat.page.getByRole('button', { name: stage.say('tools'), exact: true })
    if (await tools.isVisible()) await tools.click()
    await stage.press('views')
  },
  'list-edit-many': async (stage) => {
    await stage.open('c/posts')
    await chooseRows(stage)
    await stage.press('bulk.edit')
    await dialog(stage)
  },
  new: page('c/posts/new'),
  document: withText,
  'document-in-thai': page(`${article}?locale=th`),
  'document-end': async (stage) => {
    await withText(stage)
    await stage.seat.page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
  },
  'document-refused': async (stage) => {
    await stage.open('c/authors/new')
    await stage.seat.page.locator('#f-bio').fill('Born in 1815.')
    await stage.saves()
    await stage.press('create', { what: 'Author' })
    await stage.seat.page.locator('.problems').first().waitFor()
  },
  'document-more': async (stage) => {
    await withText(stage)
    await stage.press('more')
  },
  history: async (stage) => {
    await withText(stage)
    await stage.choose('more', 'versions')
    await dialog(stage)
    await stage.seat.page.locator('.versions').getByRole('button').first().waitFor()
  },
  schedule: async (stage) => {
    await withText(stage)
    await stage.choose('more', 'schedule')
    await dialog(stage)
  },
  picker: async (stage) => {
    await withText(stage)
    await stage.press('relation.choose', { what: 'Tag' })
    await dialog(stage)
  },
  drawer: async (stage) => {
    await withText(stage)
    const ada = { title: 'Ada Lovelace' }
    const isNarrow = await stage.seat.page.getByRole('button', { name: stage.say('rows.more', ada) }).isVisible()
    if (isNarrow) {
      await stage.press('rows.more', ada)
      await stage.seat.page.getByRole('menuitem', { name: stage.say('edit'), exact: true }).click()
    } else await stage.press('edit.one', ada)
    await dialog(stage)
  },
  'text-slash-menu': async (stage) => {
    await withText(stage)
    await stage.seat.page
      .locator('.ProseMirror')
      .evaluate((one: any) => one.editor.chain().setTextSelection(one.editor.state.doc.content.size).run() && one.editor.view.focus())
    for (const key of ['Enter', 'Enter', '/']) await stage.seat.page.keyboard.press(key)
    await stage.seat.page.locator('.suggestions').waitFor()
  },
  'text-selection': async (stage) => {
    await withText(stage)
    await stage.seat.page
      .locator('.ProseMirror')
      .evaluate((one: any) => one.editor.chain().focus().setTextSelection({ from: 14, to: 22 }).run())
    await stage.seat.page.locator('.menu.selected').waitFor()
  },
  'text-find': async (stage) => {
    await withText(stage)
    await stage.seat.page.locator('.ProseMirror').evaluate((one: any) => one.editor.view.focus())
    await stage.seat.page.keyboard.press('Control+f')
    await stage.seat.page.keyboard.type('proof')
  },
  media: page('media'),
  'media-table': page('media?view=table'),
  file: async (stage) => {
    await stage.open('media')
    await stage.seat.page.locator('.files-grid button').first().click()
    await dialog(stage)
  },
  people: page('c/users'),
  'new-person': page('c/users/new'),
  account: page('account'),
  roles: page('system/roles'),
  keys: page('system/keys'),
  audit: page('system/audit'),
  deliveries: page('system/deliveries'),
  backups: page('system/backups'),
  email: page('system/email'),
  status: page('system/status'),
  api: page('system/api'),
  global: page('g/site'),
  search: async (stage) => {
    await stage.open('')
    await stage.seat.page.keyboard.press('Control+k')
    await dialog(stage)
  },
  shortcuts: async (stage) => {
    await stage.open('')
    await stage.seat.page.locator('main').focus()
    await stage.seat.page.keyboard.press('?')
    await dialog(stage)
  },
  'no-such-page': page('no/such/page'),
  offline: async (stage) => {
    await withText(stage)
    await stage.seat.context.setOffline(true)
    await stage.seat.page.waitForTimeout(200)
  },
}
