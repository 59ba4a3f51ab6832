/** The bot check, in the protocol that Turnstile, hCaptcha and reCAPTCHA share. If the service can't be reached, the check fails. */

import { because } from '../../../schema/reasons.ts'
import type { Engine } from '../../engine.ts'
import { ValidationError } from '../../errors.ts'

const DEFAULT_URL = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const PATIENCE = 5000
const LONGEST_ANSWER = 64 * 1024

export async function checkChallenge({ settings }: Engine, given: unknown, ip: string | undefined): Promise<void> {
  const challenge = settings.auth.members?.signup?.challenge
  if (!challenge) return
  if (typeof given !== 'string' || given === '' || given.length > 4096)
    throw new ValidationError([{ ...because('required'), field: 'challenge' }])
  const body = new URLSearchParams({ secret: challenge.secretKey, response: given, ...(ip !== undefined && { remoteip: ip }) })
  let isPassed = false
  try {
    const answer = await fetch(challenge.url ?? DEFAULT_URL, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    })
    isPassed = JSON.parse(await textOf(answer)).success === true
  } catch (error) {
    settings.log.warn('the sign-up challenge could not be checked; the sign-up was refused', { error: (error as Error).message })
    throw new ValidationError('could not be checked; please try again', 'challenge')
  }
  if (!isPassed) throw new ValidationError('was not passed', 'challenge')
}

/** Reads only a limited amount, whatever server answers. */
async function textOf(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > LONGEST_ANSWER) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
