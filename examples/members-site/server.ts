// A site in Express 5 and strict TypeScript, whose members sign up, sign in, and read what visitors can't. For a project of your own:
//   npm install galley express @photostructure/sqlite
//   npm install --save-dev typescript tsx @types/express @types/node json-schema-to-typescript
//   npx galley types        (writes cms-types.d.ts, again after each change of the schema)
//   npx tsx server.ts
import express from 'express'
import type { Cms } from 'galley'
import { cmsMiddleware } from 'galley/express'
import config, { setupCode } from './cms.config.ts'
import { accountPage, letterPage, listPage, messagePage, welcomePage } from './pages.ts'

const app = express()
const cms = cmsMiddleware(config)
app.use(cms)
app.use(express.static('public'))

app.get('/', async (req, res) => {
  const [reader, { docs }] = await Promise.all([
    req.cms.me(),
    req.cms.find('letters', {
      select: ['title', 'slug', 'summary'],
      sort: '-createdAt',
    }),
  ])
  res.send(listPage(reader, docs))
})

// Visitors get the letter without its body, because the schema says who may read it.
app.get('/letters/:slug', async (req, res) => {
  const [reader, { docs }] = await Promise.all([req.cms.me(), req.cms.find('letters', { where: { slug: { equals: req.params.slug } } })])
  const [letter] = docs
  if (letter) res.send(letterPage(reader, letter))
  else res.status(404).send(messagePage(reader, 'There is no such letter'))
})

// A page for members only.
app.get('/account', async (req, res) => {
  const reader = await req.cms.me()
  if (reader) res.send(accountPage(reader))
  else res.redirect('/sign-in')
})

app.get('/sign-in', async (req, res) => {
  res.send(accountPage(await req.cms.me()))
})

// The link in the email that confirms an address.
app.get('/welcome', (_req, res) => {
  res.send(welcomePage())
})

async function addSampleContent(system: Cms): Promise<void> {
  if ((await system.count('letters')) > 0) return
  await system.create('letters', {
    title: 'On margins',
    summary: 'Why a page needs empty space.',
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'The margin is where the thumb goes.' }] }] },
    status: 'published',
  })
}

const started = await cms.cms.catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
await addSampleContent(started)

const port = Number(process.env['PORT'] ?? 3000)
const server = app.listen(port, async (error) => {
  if (error) {
    console.error(
      'code' in error && error.code === 'EADDRINUSE' ? `Port ${port} is taken. Choose another one with PORT=${port + 1}` : error.message,
    )
    process.exit(1)
  }
  const address = server.address()
  const origin = `http://localhost:${typeof address === 'object' ? address?.port : port}`
  console.log(`The site   ${origin}/\nThe admin  ${origin}/admin`)
  if ((await started.count('users')) === 0) console.log(`Set-up     ${origin}/admin/setup?setupCode=${setupCode}`)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.close(() => void started.stop())
    server.closeIdleConnections()
  })
