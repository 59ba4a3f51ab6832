/** Every form of the admin says itself what is wrong with its inputs, next to each and in the language of the admin; browsers show no bubbles. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { passportProvider } from '../../adapters/passport.ts'
import { thRefusals } from '../../admin-components/texts/th-refusals.ts'
import { Seat, type Site, serve } from '../harness/admin.ts'
import { makeUser } from '../harness/people.ts'
import { temporaryFile } from '../harness/start.ts'

const LocalStrategy = createRequire(import.meta.url)('passport-local')

const EMPTY = 'Fill this in'
const NO_EMAIL = 'Enter an email address such as name@example.org'
const SHORT = 'Write at least 8 characters'

/** What is typed, in the order of the form, and what it then says. */
interface Check {
  file: string
  open(seat: Seat): Promise<unknown>
  typed: Record<string, string>
  says: string[]
}

const SIGN_IN = 'sign-in/cms-login.ts'
const FOR_THE_SIGNED_IN: Check[] = [
  {
    file: 'system/cms-account.ts',
    open: (seat) => seat.open('account'),
    typed: { 'New password': 'short' },
    says: [SHORT],
  },
  {
    file: 'system/cms-account.ts',
    open: async (seat) => {
      await seat.open('account')
      await seat.press('Link Directory')
    },
    typed: { Username: '' },
    says: [EMPTY, EMPTY],
  },
  { file: 'system/cms-email.ts', open: (seat) => seat.open('system/email'), typed: { To: 'nobody' }, says: [NO_EMAIL] },
  {
    file: 'system/cms-keys.ts',
    open: async (seat) => {
      await seat.open('system/keys')
      await seat.press('New key')
      await seat.sees('Leave this empty, and the key never expires.')
      expect(await seat.page.locator('button.main').allInnerTexts(), 'one main button').to.deep.equal(['Create key'])
      expect(await seat.page.locator('label[for=key-name] .star').count()).to.equal(1)
    },
    typed: { 'Name*': '' },
    says: [EMPTY],
  },
  {
    file: 'system/cms-roles.ts',
    open: async (seat) => {
      await seat.open('system/roles')
      await seat.press('New role')
      await seat.sees('Create role')
      expect(await seat.page.getByRole('button', { name: 'New role' }).count()).to.equal(0)
    },
    typed: {},
    says: [EMPTY],
  },
  {
    file: 'document/schedule.ts',
    open: async (seat) => {
      await seat.open('c/posts/1')
      await seat.choose('More', 'Schedule')
    },
    typed: { When: '' },
    says: [EMPTY],
  },
  {
    file: 'media/folders.ts',
    open: async (seat) => {
      await seat.open('media')
      await seat.page.getByText('New folder').click()
    },
    typed: {},
    says: [EMPTY],
  },
  {
    file: 'media/from-url.ts',
    open: async (seat) => {
      await seat.open('media')
      await seat.page.getByText('From a URL').click()
    },
    typed: { 'URL of the file': 'picture' },
    says: ['Enter an address that begins with https://'],
  },
  {
    file: 'list/views-dialog.ts',
    open: async (seat) => {
      await seat.open('c/posts')
      await seat.choose(/^Views/, 'Save this view …')
    },
    typed: { Name: '' },
    says: [EMPTY],
  },
]

/** A word in the source that makes a browser check an input. */
const CHECKED = /\b(required|minlength|pattern)\b(?=[ =>\n])|type="(email|url|date|datetime-local|number)"/

describe('admin-components: messages of forms', function () {
  this.timeout(60_000)
  let site: Site
  let seat: Seat
  /** The letter with a link to a new password. */
  let arrive!: (letter: string) => void
  const arrived = new Promise<string>((resolve) => (arrive = resolve))

  before(async () => {
    const directory = passportProvider(new LocalStrategy((_name: string, _password: string, done: any) => done(null, false)), {
      id: 'directory',
      name: 'Directory',
      kind: 'credentials',
    })
    site = await serve({
      apiKeys: true,
      auth: { rbac: true, providers: [directory] },
      email: { name: 'test', send: async ({ text }: { text: string }) => arrive(text) },
      upload: { dir: temporaryFile('-files'), folders: true, fromURL: { allowedHosts: ['example.org'] } },
      collections: [{ slug: 'posts', useAsTitle: 'title', drafts: true, schedule: true, fields: [{ name: 'title' }] }],
    } as object)
    await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
    await site.cms.create('posts', { title: 'One' } as object)
  })
  after(() => site?.stop())
  afterEach(async () => seat?.leave())

  /** Submits the form that is shown last, and returns what it says, each next to an input that refers to it. */
  async function saysOf({ page }: Seat, typed: Record<string, string>): Promise<string[]> {
    const form = page.locator('form').filter({ visible: true, has: page.locator('input') })
    const count = Object.keys(typed).length
    const one = count === 0 ? form.last() : form.filter({ has: page.getByLabel(Object.keys(typed)[0]!, { exact: true }) }).last()
    for (const [label, text] of Object.entries(typed)) await one.getByLabel(label, { exact: true }).fill(text)
    await one.locator('button:not([type=button])').last().click()
    await one.locator('.error').first().waitFor()
    await one.locator('[aria-invalid=true]:focus').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 'all of it is in the window').to.be.at.most(0)
    return one.locator('[aria-invalid=true]').evaluateAll((inputs) =>
      inputs.map((input) => {
        const said = (input.getRootNode() as ShadowRoot).getElementById(input.getAttribute('aria-describedby')!.split(' ')[0]!)!
        const [above, below] = [input.getBoundingClientRect(), said.getBoundingClientRect()]
        const isNext = below.top >= above.bottom - 1 && below.top - above.bottom < 16 && Math.abs(below.left - above.left) < 16
        return isNext ? said.textContent! : `${said.textContent} is ${below.top - above.bottom} px below its input`
      }),
    )
  }

  it('are tested here, for each form with inputs that browsers check', () => {
    const root = fileURLToPath(new URL('../../admin-components/', import.meta.url))
    const forms = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => {
      if (!file.endsWith('.ts')) return false
      const source = readFileSync(`${root}/${file}`, 'utf8')
      return /<form\b(?!.*novalidate)/.test(source) && CHECKED.test(source)
    })
    expect(forms).to.have.members([...new Set([SIGN_IN, ...FOR_THE_SIGNED_IN.map(({ file }) => file)])])
  })

  it('are next to the inputs of every form @long', async () => {
    seat = await Seat.at(site, { as: 'nok@example.org' })
    for (const { file, open, typed, says } of FOR_THE_SIGNED_IN) {
      await open(seat)
      expect(await saysOf(seat, typed), file).to.deep.equal(says)
      const wrong = seat.page.locator('[aria-invalid=true]:focus')
      if ((await wrong.getAttribute('type')) === 'datetime-local') await wrong.fill('2999-01-01T10:00')
      else await wrong.pressSequentially('1')
      await seat.page
        .locator('.error')
        .nth(says.length - 1)
        .waitFor({ state: 'detached' })
    }
  })

  it('are on the pages before one is signed in, in Thai, too @long', async () => {
    const { id } = await makeUser(site.cms, 'eve@example.org', { role: 'editor' })
    expect(id).to.be.greaterThan(0)
    seat = await Seat.at(site)
    await seat.open()
    expect(await saysOf(seat, { Email: 'nok' })).to.deep.equal([NO_EMAIL, EMPTY])
    await seat.press('Continue with Directory')
    expect(await saysOf(seat, { Username: '' })).to.deep.equal([EMPTY, EMPTY])
    await seat.press('Sign in another way')
    await seat.press('Forgot your password?')
    expect(await saysOf(seat, { Email: '' })).to.deep.equal([EMPTY])
    await seat.fill('Email', 'eve@example.org')
    await seat.press('Send a link')
    await seat.sees('Check your inbox')
    const letter = await arrived
    await seat.open(`reset-password?token=${/token=([\w.-]+)/.exec(letter)![1]}`)
    expect(await saysOf(seat, { Password: 'short' })).to.deep.equal([SHORT])
    await seat.press('ไทย')
    await seat.page.getByRole('button', { name: 'English' }).waitFor()
    await seat.page.locator('input[type=password]').fill('')
    await seat.page.locator('button.main').click()
    await seat.sees(String(thRefusals['code.REQUIRED']))
  })

  it('are those of the server where only it knows @long', async () => {
    const empty = await serve({ auth: { setupCode: 'open-sesame' } })
    seat = await Seat.at(empty)
    await seat.open()
    expect(await saysOf(seat, { Password: 'short' })).to.deep.equal([EMPTY, SHORT, EMPTY])
    await seat.fill('Email', 'nok@example.org')
    await seat.fill('Password', 'correct horse battery')
    expect(await saysOf(seat, { 'Set-up code': 'wrong' })).to.deep.equal(['This code is wrong'])
    await seat.leave()
    await empty.stop()
  })
})
