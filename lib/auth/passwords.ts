/** Password hashing with scrypt, its parameters stored with the hash. Verification costs the same whether or not there is a hash. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { slowly } from '../thread-pool.ts'

export const SHORTEST = 8
/** In bytes. */
export const LONGEST = 1024

/** The cost of a new hash: 128 MB and a quarter of a second. Old hashes keep their own parameters. */
export const COST = { N: 131072, r: 8, p: 1 }

const LENGTH = 32

/** `scrypt$N$r$p$salt$hash` */
export async function hashPassword(password: string): Promise<string> {
  const { N, r, p } = COST
  const salt = randomBytes(16)
  const hash = await derive(password, salt, { N, r, p })
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Without a hash the answer is no, after the same work. */
export async function isPassword(password: string, stored: string | undefined): Promise<boolean> {
  const [, N, r, p, salt, hash] = (stored ?? ['', COST.N, COST.r, COST.p, 'AAAAAAAAAAAAAAAAAAAAAA', ''].join('$')).split('$')
  if (salt === undefined || hash === undefined) throw new Error('The stored hash of a password is incomplete')
  const derived = await derive(password, Buffer.from(salt, 'base64url'), { N: Number(N), r: Number(r), p: Number(p) })
  const expected = Buffer.from(hash, 'base64url')
  return expected.length === derived.length && timingSafeEqual(expected, derived)
}

export const isTooLong = (password: string): boolean => Buffer.byteLength(password) > LONGEST

/** Normalised, since the same letters may be composed differently on another machine. */
function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return slowly(
    () =>
      new Promise((resolve, reject) => {
        const options = { ...cost, maxmem: 256 * cost.N * cost.r }
        scrypt(password.normalize('NFC'), salt, LENGTH, options, (error, hash) => (error ? reject(error) : resolve(hash)))
      }),
  )
}
