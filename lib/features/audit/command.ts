/** `galley audit:verify`: checks the audit log for tampering. */
import type { CliCommand } from '../../cli/command.ts'
import { ValidationError } from '../../errors.ts'
import { type Head, isIntact, verifyChain } from './verify.ts'

export const auditVerify: CliCommand = {
  usage: 'audit:verify',
  description: 'Check that no audit entry was edited, moved, inserted or deleted',
  options: [['--expect <head>', 'a head printed by an earlier check, which must still be part of the chain']],
  reports: true,
  async run(session, { expect }) {
    const known = expect === undefined ? undefined : headOf(expect)
    const cms = await (await session.project()).open({ ifMissing: 'refuse' })
    try {
      if (!cms.engine.settings.audit) throw new ValidationError("'audit' is not switched on")
      const found = await verifyChain(cms.engine, known)
      for (const id of found.invalid) session.say(`entry ${id} is not as it was written, or not where`)
      if (found.gaps > 0) session.say(`${found.gaps} entries are missing between others`)
      if (found.truncated) session.say('the newest or the oldest entries are missing, or an end of the chain was changed')
      session.say(`${found.checked} entries checked; head ${found.head.seq}:${found.head.signature}`)
      if (!isIntact(found)) session.fail('The audit log was changed from outside')
      const { head, ...rest } = found
      return { ...rest, head: `${head.seq}:${head.signature}` }
    } finally {
      await cms.stop()
    }
  },
}

function headOf(given: string): Head {
  const [, seq, signature] = /^(\d{1,15}):([\w-]{43})$/.exec(given) ?? []
  if (!signature) throw new ValidationError('--expect takes what a check printed as head, such as 1234:kX0…')
  return { seq: Number(seq), signature }
}
