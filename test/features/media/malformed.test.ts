/** Forms that are none, and uploads that break off: the right answer, nothing left, and the next upload works. */
import { readdirSync, readlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect } from 'chai'
import { pdf } from '../../harness/files.ts'
import { pairwise } from '../../harness/start.ts'
import { expectNothingLeft, type Place, startPlace } from './place.ts'

const FILE = `content-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf`
const part = (head: string, content: string | Buffer = pdf) => `--b\r\n${head}\r\n\r\n${content}\r\n`
const TYPE = 'multipart/form-data; boundary=b'

/** What is sent, with which content type, and the answer. */
const SHAPES: [what: string, body: string, type: string, status: number][] = [
  ['nothing at all', '', TYPE, 400],
  ['no boundary', `${part(FILE)}--b--\r\n`, 'multipart/form-data', 400],
  ['an empty boundary', `${part(FILE)}--b--\r\n`, 'multipart/form-data; boundary=', 400],
  ['another boundary', `${part(FILE)}--b--\r\n`, 'multipart/form-data; boundary=other', 400],
  ['a boundary of 5,000 letters', `${part(FILE)}--b--\r\n`, `multipart/form-data; boundary=${'x'.repeat(5000)}`, 400],
  ['a mixed type', `${part(FILE)}--b--\r\n`, 'multipart/mixed; boundary=b', 415],
  ['no last boundary', part(FILE), TYPE, 400],
  ['half a last boundary', `${part(FILE)}--b-`, TYPE, 400],
  ['a first boundary alone', '--b\r\n', TYPE, 400],
  ['a last boundary alone', '--b--\r\n', TYPE, 400],
  ['a part without a head', `--b\r\n\r\n${pdf}\r\n--b--\r\n`, TYPE, 400],
  ['a part without a name', `${part('content-disposition: form-data; filename="a.pdf"')}--b--\r\n`, TYPE, 400],
  ['a part without disposition', `${part('content-type: application/pdf')}--b--\r\n`, TYPE, 400],
  ['an unknown disposition', `${part('content-disposition: attachment; name="file"; filename="a.pdf"')}--b--\r\n`, TYPE, 400],
  ['a head that never ends', `--b\r\n${FILE}`, TYPE, 400],
  ['a head of 100,000 letters', `--b\r\nx-long: ${'x'.repeat(100_000)}\r\n${FILE}\r\n\r\nx\r\n--b--\r\n`, TYPE, 400],
  ['a thousand headers', `--b\r\n${'x: y\r\n'.repeat(1000)}${FILE}\r\n\r\nx\r\n--b--\r\n`, TYPE, 400],
  ['the file as a text field', `${part('content-disposition: form-data; name="file"')}--b--\r\n`, TYPE, 400],
  ['the file under another name', `${part(FILE.replace('name="file"', 'name="upload"'))}--b--\r\n`, TYPE, 400],
  ['two files', `${part(FILE)}${part(FILE)}--b--\r\n`, TYPE, 400],
  ['300 fields', `${part('content-disposition: form-data; name="alt"', 'x').repeat(300)}${part(FILE)}--b--\r\n`, TYPE, 400],
  [
    'a field of a name of 10,000 letters',
    `${part(`content-disposition: form-data; name="${'n'.repeat(10_000)}"`, 'x')}--b--\r\n`,
    TYPE,
    400,
  ],
  ...['__proto__', '__proto__[x]', 'focalPoint[__proto__]', 'x[y][__proto__][z]', 'constructor', 'focalPoint[prototype]'].map(
    (name): (typeof SHAPES)[number] => [
      `the field ${name}, which could reach a prototype`,
      `${part(`content-disposition: form-data; name="${name}"`, 'x')}${part(FILE)}--b--\r\n`,
      TYPE,
      400,
    ],
  ),
  ['NUL in a field', `${part('content-disposition: form-data; name="alt"', 'a\0b')}${part(FILE)}--b--\r\n`, TYPE, 400],
  [
    'brackets without end',
    `${part(`content-disposition: form-data; name="alt${'[a]'.repeat(100)}"`, 'x')}${part(FILE)}--b--\r\n`,
    TYPE,
    400,
  ],
  [
    'a nested form',
    `--b\r\ncontent-disposition: form-data; name="file"\r\ncontent-type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\nx\r\n--c--\r\n--b--\r\n`,
    TYPE,
    400,
  ],
  ['line feeds alone', `--b\n${FILE}\n\n${pdf}\n--b--\n`, TYPE, 400],
  ['an empty file', `${part(FILE, '')}--b--\r\n`, TYPE, 400],
  ['words before and behind', `preamble\r\n${part(FILE)}--b--\r\nepilogue`, TYPE, 201],
  ['a quoted boundary', `${part(FILE)}--b--\r\n`, 'multipart/form-data; boundary="b"', 201],
  ['an odd content type', `${part(FILE)}--b--\r\n`, 'Multipart/Form-Data;charset=utf-8;boundary=b', 201],
]

describe('media: forms that are none', () => {
  pairwise((host, database) => {
    let place: Place
    let server: Server
    let port: number
    before(async () => {
      place = await startPlace(host, database, {})
      server = createServer(place.listener)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      port = (server.address() as AddressInfo).port
    })
    after(async () => {
      server.closeAllConnections()
      server.close()
      await place.done()
    })
    const headers = (type: string) => ({ authorization: `Bearer ${place.admin.token}`, 'content-type': type })

    for (const [what, body, type, status] of SHAPES) {
      it(`answers ${status} to ${what}`, async () => {
        const answer = await fetch(`http://127.0.0.1:${port}/api/cms/media`, {
          method: 'POST',
          headers: headers(type),
          body: new Uint8Array(Buffer.from(body, 'latin1')),
        })
        const { errors, id } = (await answer.json()) as any
        expect(answer.status, JSON.stringify(errors)).to.equal(status)
        if (status === 201) await place.cms.delete('media', id)
        else expect(errors[0].message).not.to.match(/busboy|dicer|node_modules|undefined/i)
        await expectNothingLeft(place)
        expect(place.logged.filter((one) => one.level === 'error')).to.deep.equal([])
      })
    }

    for (const share of [0, 1, 50, 99]) {
      it(`leaves nothing of uploads that break off at ${share} %`, async () => {
        const content = Buffer.concat([pdf, Buffer.alloc(2_000_000, 'x')])
        const body = Buffer.concat([Buffer.from(`--b\r\n${FILE}\r\n\r\n`), content, Buffer.from('\r\n--b--\r\n')])
        const files = openFiles()
        for (let n = 0; n < 5; n++) {
          await new Promise<void>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => {
              const head = Object.entries(headers(TYPE)).map(([name, value]) => `${name}: ${value}\r\n`)
              socket.write(`POST /api/cms/media HTTP/1.1\r\nhost: x\r\n${head.join('')}content-length: ${body.length}\r\n\r\n`)
              socket.write(body.subarray(0, Math.floor((body.length * share) / 100)), () => setTimeout(() => socket.destroy(), 20))
            })
            socket.on('error', () => undefined).on('close', () => resolve())
          })
        }
        await eventually(() => expectNothingLeft(place))
        await eventually(async () => void expect(openFiles()).to.be.at.most(files))
        expect((await place.admin.upload(pdf, 'next.pdf')).status).to.equal(201)
        for (const { id } of (await place.cms.find('media', { limit: 0 })).docs) await place.cms.delete('media', id)
        await expectNothingLeft(place)
        expect(place.logged.filter((one) => one.level === 'error')).to.deep.equal([])
      })
    }
  })
})

/** Open files of this process that may be those of uploads: sockets and databases come and go with the pools of connections. */
function openFiles(): number {
  if (process.platform !== 'linux') return 0
  const targets = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      return []
    }
  })
  return targets.filter((target) => target.startsWith('/') && !target.startsWith('/dev/') && !/\.db(-wal|-shm)?$/.test(target)).length
}

async function eventually(check: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await check()
    } catch (error) {
      if (tries > 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
