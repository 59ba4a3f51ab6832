// A Koa application in TypeScript with galley inside. To use it for a project of your own:
//   npm install galley koa @koa/router @photostructure/sqlite
//   npm install --save-dev typescript tsx @types/koa @types/node
//   npx tsx server.ts
import Router from '@koa/router'
import type { Cms } from 'galley'
import { cmsMiddleware } from 'galley/koa'
import Koa from 'koa'
import config, { setupCode } from './cms.config.ts'
import { MOODS } from './content.ts'
import { bookPage, missingPage, shelfPage } from './pages.ts'

const app = new Koa()
const cms = cmsMiddleware(config)
app.use(cms)

const router = new Router()

router.get('/', async (ctx) => {
  const mood = MOODS.find((one) => one === ctx.query['mood']) ?? null
  const { docs } = await ctx.cms.find('books', { where: mood ? { mood: { equals: mood } } : {}, sort: 'title' })
  ctx.body = shelfPage(docs, mood)
})

router.get('/books/:slug', async (ctx) => {
  const { docs } = await ctx.cms.find('books', { where: { slug: { equals: ctx.params['slug'] ?? '' } }, limit: 1 })
  const [book] = docs
  ctx.status = book ? 200 : 404
  ctx.body = book ? bookPage(book) : missingPage()
})

app.use(router.routes())

async function addSampleContent(system: Cms): Promise<void> {
  if ((await system.count('books')) > 0) return
  const woolf = await system.create('authors', { name: 'Virginia Woolf', country: 'England' })
  const basho = await system.create('authors', { name: 'Matsuo Bashō', country: 'Japan' })
  await system.create('books', {
    title: 'To the Lighthouse',
    author: woolf.id,
    year: 1927,
    mood: 'dark',
    quotes: [{ text: 'What is the meaning of life? That was all.', page: 175 }],
    status: 'published',
  })
  await system.create('books', {
    title: 'The Narrow Road to the Deep North',
    author: basho.id,
    year: 1702,
    mood: 'calm',
    quotes: [{ text: 'Every day is a journey, and the journey itself is home.' }],
    status: 'published',
  })
  await system.create('books', { title: 'Orlando', author: woolf.id, year: 1928, mood: 'bright' })
}

const started = await cms.cms.catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
await addSampleContent(started)

const port = Number(process.env['PORT'] ?? 3000)
const server = app.listen(port)
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${port} is taken. Choose another one with PORT=${port + 1}` : error.message)
  process.exit(1)
})
server.on('listening', async () => {
  const address = server.address()
  const origin = `http://localhost:${typeof address === 'object' ? address?.port : port}`
  console.log(`The shelf  ${origin}/\nThe admin  ${origin}/admin`)
  if ((await started.count('users')) === 0) console.log(`Set-up     ${origin}/admin/setup?setupCode=${setupCode}`)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    server.close(() => void started.stop())
    server.closeIdleConnections()
  })
