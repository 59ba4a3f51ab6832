/** `galley create-admin`: creates the first admin or restores access, from a prompt, flags or the environment. */
import { Caller, system } from '../../actor.ts'
import { accountByEmail, foldEmail, hasUsers } from '../../auth/accounts.ts'
import type { CliCommand, Session } from '../../cli/command.ts'
import { ValidationError } from '../../errors.ts'
import { record } from '../../events/journal.ts'

interface Answers {
  email: string
  password: string
  name?: string
}

export const createAdmin: CliCommand = {
  usage: 'create-admin',
  description: 'Create an admin; if users already exist, use it to regain access',
  options: [
    ['--email <email>', 'the email to sign in with (or GALLEY_ADMIN_EMAIL)'],
    ['--password <password>', 'the password; safer: enter it when asked, or set GALLEY_ADMIN_PASSWORD'],
    ['--name <name>', 'the display name (or GALLEY_ADMIN_NAME)'],
  ],
  reports: true,
  async run(session, options) {
    const project = await session.project()
    const { email, password, name } = await answers(session, options)
    const cms = await project.open({ log: { info: () => undefined, warn: session.say, error: session.fail } })
    try {
      const others = await hasUsers(cms.engine)
      const known = await accountByEmail(cms.engine, foldEmail(email))
      const data = { email, password, role: 'admin', active: true, ...(name && { name }) }
      if (known) await cms.update('users', known.id, data)
      else await cms.create('users', data)
      if (!others)
        await record(cms.engine, new Caller(system), { action: 'setup', target: 'users', by: { id: null, email: foldEmail(email) } })
      session.say(known ? `${email} is now an active admin with the new password` : `Created the admin ${email}`)
      if (others && !known) session.say('The existing users were not changed')
      return { email, isNew: !known }
    } finally {
      await cms.stop()
    }
  },
}

async function answers(session: Session, options: Record<string, string | undefined>): Promise<Answers> {
  const { env, stdin } = process
  const given = {
    email: options['email'] ?? env['GALLEY_ADMIN_EMAIL'],
    password: options['password'] ?? env['GALLEY_ADMIN_PASSWORD'],
    name: options['name'] ?? env['GALLEY_ADMIN_NAME'],
  }
  if (given.email && given.password) return given as Answers
  if (!stdin.isTTY)
    throw new ValidationError(
      'Asking for the email and password needs a terminal. Pass --email and --password, or set GALLEY_ADMIN_EMAIL and GALLEY_ADMIN_PASSWORD',
    )
  const { isCancel, password: askSecret, text: ask } = await import('@clack/prompts')
  const answered = async (answer: Promise<string | symbol>): Promise<string> => {
    const value = await answer
    if (isCancel(value)) throw new ValidationError('Nothing was created')
    return value as string
  }
  session.say()
  return {
    email:
      given.email ??
      (await answered(ask({ message: 'Email', validate: (value) => (value?.includes('@') ? undefined : 'Enter an email address') }))),
    password:
      given.password ??
      (await answered(
        askSecret({ message: 'Password', validate: (value) => ([...(value ?? '')].length >= 8 ? undefined : 'At least 8 characters') }),
      )),
    name: given.name ?? (await answered(ask({ message: 'Name (optional)', defaultValue: '' }))),
  }
}
