/** What may be the content of a file: the client and the Local API store it as it is, or refuse it with a sentence; never a text about it. */
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect } from 'chai'
import { createClient } from '../../client/client.ts'
import { type Site, serve } from '../harness/admin.ts'
import { makeUser, PASSWORD } from '../harness/people.ts'
import { onePair, temporaryFile } from '../harness/start.ts'

const TEXT = 'the real content'
const bytes = () => new TextEncoder().encode(TEXT)
const place = temporaryFile('.txt')
const file = (content: unknown) => ({ filename: 'a.txt', content })

/** Whether the Local API and the client take it, or what they say. */
const GIVEN: [what: string, given: () => unknown, local: true | string, client: true | string][] = [
  ['a text', () => file(TEXT), true, true],
  ['a Buffer', () => file(Buffer.from(TEXT)), true, true],
  ['bytes', () => file(bytes()), true, true],
  ['an ArrayBuffer', () => file(bytes().buffer), true, true],
  ['a Blob', () => file(new Blob([TEXT])), true, true],
  ['a File', () => new File([TEXT], 'a.txt'), true, true],
  ['a stream of Node', () => file(createReadStream(place)), true, 'not a ReadStream; read it first, such as with `await new Response'],
  ['a stream', () => file(new Blob([TEXT]).stream()), true, 'not a ReadableStream; read it first, such as with `await new Response'],
  ['a promise', () => file(readFile(place)), 'not a Promise; write await in front of it', 'not a Promise; write await in front of it'],
  ['a list of bytes', () => file([104, 105]), 'not a list', 'not a list'],
  ['a number', () => file(3), 'not a number', 'not a number'],
  ['an object', () => file({ a: 1 }), 'not an object', 'not an object'],
  ['nothing', () => file(undefined), 'not undefined', 'not undefined'],
  ['a function', () => file(() => TEXT), 'not a function', 'not a function'],
  ['a folder', () => tmpdir(), 'is not a file', "must be a File, or { filename: 'photo.jpg', content }"],
]

describe('contents of files', () => {
  onePair('contents of files')((host, database) => {
    let site: Site
    let client: any

    before(async () => {
      await writeFile(place, TEXT)
      site = await serve({ upload: { dir: temporaryFile('-files'), mimeTypes: ['documents'] } }, { host, database })
      await makeUser(site.cms, 'nok@example.org', { role: 'admin' })
      client = createClient({ url: `${site.origin}/api/cms` })
      await client.auth.login({ email: 'nok@example.org', password: PASSWORD })
    })
    after(() => site?.stop())

    for (const [what, given, local, remote] of GIVEN)
      it(`may be ${what}, or not`, async () => {
        for (const [whose, upload, expected] of [
          ['Local API', (one: any) => site.cms.upload(one), local],
          ['client', (one: any) => client.upload(one), remote],
        ] as const) {
          const answer: any = await upload(given()).catch((error: Error) => error)
          if (expected === true) expect(await (await fetch(site.origin + answer.url)).text(), whose).to.equal(TEXT)
          else {
            expect(answer, whose).to.be.an('error')
            expect(answer.message, whose).to.contain(expected)
            expect(answer.code, whose).to.equal('BAD_REQUEST')
          }
        }
      })
  })
})
