// A programme of events whose content types are JSON Schema documents, in plain Node: no framework, no build.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { cmsHandler } from 'galley/node'
import { sqlite } from 'galley/sqlite'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const data = process.env.EVENTS_DATA ?? here('./.data')

/** Fresh at every start: only who reads the terminal can make the first admin. */
const setupCode = process.env.EVENTS_SETUP_CODE ?? randomBytes(9).toString('base64url')

const handler = cmsHandler(
  {
    secret: process.env.CMS_SECRET ?? 'only-for-this-example-never-in-production',
    db: sqlite({ filename: path.join(data, 'events.db') }),
    upload: { dir: path.join(data, 'files') },
    schema: here('./schema'),
    auth: { setupCode },
  },
  (request, response) => void answer(request, response),
)

const cms = await handler.cms
if ((await cms.count('events')) === 0) await fill()

/** What is not below the API and the admin: the site. */
async function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://site')
  if (pathname !== '/')
    return response.writeHead(404, { 'content-type': 'text/html' }).end(page('Nothing here', '<p><a href="/">The programme</a></p>'))
  const { docs } = await cms.as(null).find('events', { sort: 'on', limit: 50 })
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page('The programme', `<ol>${docs.map(event).join('')}</ol>`))
}

const event = ({ name, on, about, price, venue }) =>
  `<li><time datetime="${on}">${new Date(on).toDateString()}</time> <strong>${text(name)}</strong>${venue ? ` at ${text(venue.name)}, ${text(venue.city ?? '')}` : ''}${price ? ` · ${price}` : ''}<p>${text(about ?? '')}</p></li>`

const page = (title, body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${body}</html>`

const text = (value) => String(value).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

async function fill() {
  const hall = await cms.create('venues', { name: 'The composing room', city: 'Chiang Mai', seats: 80 })
  await cms.create('events', { name: 'An evening of type', on: '2027-03-01T19:00:00Z', about: 'Set by hand.', price: 200, venue: hall.id })
  await cms.create('events', { name: 'Proofs and corrections', on: '2027-04-12T18:00:00Z', venue: hall.id })
}

const server = createServer(handler).listen(Number(process.env.PORT ?? 3000), () => {
  const origin = `http://localhost:${server.address().port}`
  console.log(`The programme  ${origin}/\nThe admin      ${origin}/admin\nSet-up         ${origin}/admin/setup?setupCode=${setupCode}`)
})

for (const signal of ['SIGTERM', 'SIGINT'])
  process.once(signal, () => {
    server.close(() => void cms.stop())
    server.closeIdleConnections()
  })
