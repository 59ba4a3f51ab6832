/** Refuses values of options that would be sent as something else, or not at all. Tested by test/client/client.test.ts. */
import { isPlainObject, kindOf } from '../schema/plain-object.ts'
import { ApiError } from './api-error.ts'
import { CLIENT, SENDING, takesOnly } from './known-options.ts'
import type { ClientOptions } from './options.ts'
import type { Sending } from './transport.ts'

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

const KEY = /^cms_[\w-]{8}_[\w-]{43}$/

/** `fetch` would refuse other names, and send `undefined` as a text. */
function isHeaders(value: unknown): boolean {
  if (!isPlainObject(value) || !Object.values(value).every((one) => typeof one === 'string')) return false
  try {
    return new Headers(value as Record<string, string>) !== undefined
  } catch {
    return false
  }
}

/** What isn't an API key would be ignored: the client would see what visitors see. */
export function checkClient(given: ClientOptions): void {
  const mustBe = refusing(500, 'CONFIG')
  takesOnly(given, CLIENT, 'options', 500, 'CONFIG')
  const { key, locale, headers, fetch } = given
  mustBe(isText(key) && KEY.test(key as string), key, 'key', 'the text of an API key, cms_ and 52 more characters')
  mustBe(isText(locale), locale, 'locale', 'the name of a locale')
  mustBe(isHeaders(headers), headers, 'headers', 'an object of texts that may be sent as headers')
  mustBe(typeof fetch === 'function', fetch, 'fetch', 'a function')
}

export function checkSending(method: unknown, sending: Sending): void {
  const mustBe = refusing(400, 'BAD_REQUEST')
  if (typeof method !== 'string' || !/^[a-z]+$/i.test(method))
    throw new ApiError(400, [{ message: "must be a method such as 'GET'", field: 'method', code: 'BAD_REQUEST' }])
  takesOnly(sending, SENDING)
  const { query, headers, signal } = sending
  checkSignal(signal)
  mustBe(isObject(query), query, 'query', 'an object')
  mustBe(isHeaders(headers), headers, 'headers', 'an object of texts that may be sent as headers')
}

export function checkKey(key: unknown): void {
  const isKey = typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)
  refusing(400, 'BAD_QUERY')(isKey, key, 'idempotencyKey', '1 to 255 printable ASCII characters, such as a random UUID')
}

export function checkObject(value: unknown, field: string): void {
  refusing(400, 'BAD_REQUEST')(isObject(value), value, field, 'an object')
}

/** The platform's own error would look like a lost answer. */
export function checkSignal(signal: unknown): void {
  const isSignal = typeof (signal as AbortSignal | null | undefined)?.aborted === 'boolean'
  refusing(400, 'BAD_QUERY')(isSignal, signal, 'signal', 'an AbortSignal')
}

export function checkFunction(value: unknown, field: string): void {
  refusing(400, 'BAD_QUERY')(typeof value === 'function', value, field, 'a function')
}

/** `undefined` stands for the default. */
const refusing =
  (status: number, code: string) =>
  (isRight: boolean, value: unknown, field: string, what: string): void => {
    if (value === undefined || isRight) return
    const given = value === '' ? ', not an empty text' : typeof value === 'string' ? '' : `, not ${kindOf(value)}`
    throw new ApiError(status, [{ message: `must be ${what}${given}`, field, code }])
  }
