// An Express application with galley inside: pages at /, the admin at /admin, the API at /api/cms.
import express from 'express'
import { cmsMiddleware } from 'galley/express'
import config from './cms.config.js'
import { notFoundPage, page, postPage } from './pages.js'
import { addSampleContent } from './sample-content.js'

const app = express()
const cms = cmsMiddleware(config)
app.use(cms)

app.get('/', async (req, res) => {
  const [site, posts] = await Promise.all([req.cms.findGlobal('site'), req.cms.find('posts', { limit: 20 })])
  res.send(page(site, posts.docs))
})

app.get('/posts/:slug', async (req, res) => {
  const [site, posts] = await Promise.all([
    req.cms.findGlobal('site'),
    req.cms.find('posts', { where: { slug: { equals: req.params.slug } }, limit: 1 }),
  ])
  const [post] = posts.docs
  res.status(post ? 200 : 404).send(post ? postPage(site, post) : notFoundPage(site))
})

const started = await cms.cms.catch((error) => {
  console.error(error.message)
  process.exit(1)
})
await addSampleContent(started)

const isEmpty = (await started.count('users')) === 0
const port = Number(process.env.PORT ?? 3000)
const server = app.listen(port, (error) => {
  if (error) {
    console.error(error.code === 'EADDRINUSE' ? `Port ${port} is taken. Choose another one: PORT=3001 npm start` : error.message)
    process.exit(1)
  }
  const origin = `http://localhost:${server.address().port}`
  console.log(`The blog   ${origin}/`)
  console.log(`The admin  ${origin}/admin`)
  console.log(`The API    ${origin}/api/cms/posts`)
  console.log(`OpenAPI    ${origin}/api/cms/openapi.json`)
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
