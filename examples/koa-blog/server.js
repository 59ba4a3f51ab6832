// A Koa application with galley inside: pages in two languages at /en and /th, drafts behind preview links, the API at /api/cms.
import Router from '@koa/router'
import { cmsMiddleware } from 'galley/koa'
import Koa from 'koa'
import config from './cms.config.js'
import { articlePage, LOCALES, listPage, missingPage } from './pages.js'
import { addSampleContent } from './sample-content.js'

const app = new Koa()
const cms = cmsMiddleware(config)
app.use(cms)

const router = new Router()
router.get('/', (ctx) => ctx.redirect(`/${ctx.acceptsLanguages(LOCALES) || LOCALES[0]}`))

/** The content in the language of the address; with a preview link, its draft too. */
async function contentFor(ctx) {
  const { locale } = ctx.params
  if (!LOCALES.includes(locale)) return undefined
  const { preview } = ctx.query
  const reader = preview ? await ctx.cms.withPreview(preview).catch(() => ctx.cms) : ctx.cms
  return reader.in(locale)
}

router.get('/:locale', async (ctx, next) => {
  const content = await contentFor(ctx)
  if (!content) return next()
  const [site, articles] = await Promise.all([content.findGlobal('site'), content.find('articles', { limit: 20 })])
  ctx.body = listPage(ctx.params.locale, site, articles.docs)
})

router.get('/:locale/articles/:slug', async (ctx, next) => {
  const content = await contentFor(ctx)
  if (!content) return next()
  const { locale, slug } = ctx.params
  const [site, found] = await Promise.all([
    content.findGlobal('site'),
    content.find('articles', { where: { slug: { equals: slug } }, limit: 1 }),
  ])
  const [article] = found.docs
  ctx.status = article ? 200 : 404
  ctx.body = article ? articlePage(locale, site, article, await elsewhere(content, locale, article)) : missingPage(locale, site)
})

async function elsewhere(content, locale, article) {
  const other = LOCALES.find((one) => one !== locale)
  const there = await content.in(other).findById('articles', article.id, { select: ['slug'] })
  return there ? `/${other}/articles/${encodeURIComponent(there.slug)}` : `/${other}`
}

app.use(router.routes())

const started = await cms.cms.catch((error) => {
  console.error(error.message)
  process.exit(1)
})
await addSampleContent(started)

const isEmpty = (await started.count('users')) === 0
const { docs: drafts } = await started.find('articles', { where: { status: { equals: 'draft' } }, draft: true, limit: 1 })
const port = Number(process.env.PORT ?? 3000)
const server = app.listen(port)
server.on('error', (error) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${port} is taken. Choose another one: PORT=3001 node server.js` : error.message)
  process.exit(1)
})
server.on('listening', async () => {
  const origin = `http://localhost:${server.address().port}`
  console.log(`The blog   ${origin}/en and ${origin}/th`)
  console.log(`The API    ${origin}/api/cms/articles?locale=th`)
  if (drafts[0]) console.log(`A draft    ${origin}${(await started.preview('articles', drafts[0].id, {})).url}`)
  if (isEmpty) console.log(`Set-up     ${origin}/admin/setup?setupCode=${config.auth.setupCode}`)
})

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    server.close(async () => {
      await started.stop()
      process.exit(0)
    })
    server.closeIdleConnections()
  })
}
