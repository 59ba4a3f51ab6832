// An Express dashboard that has its own look, helmet and body parser: parts of the admin stand among its own things, the whole of it at /admin.
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import express from 'express'
import { cmsMiddleware } from 'galley/express'
import { sqlite } from 'galley/sqlite'
import helmet from 'helmet'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const data = process.env.SHOP_DATA ?? here('./.data')

/** Fresh at every start: only who reads the terminal can make the first admin. */
const setupCode = process.env.SHOP_SETUP_CODE ?? randomBytes(9).toString('base64url')

const app = express()
app.use(helmet())
app.use(express.json())

const cms = cmsMiddleware({
  secret: process.env.CMS_SECRET ?? 'only-for-this-example-never-in-production',
  db: sqlite({ filename: path.join(data, 'shop.db') }),
  upload: { dir: path.join(data, 'files') },
  auth: { setupCode },
  fieldTypes: [{ name: 'colour', base: 'text', validate: (value) => /^#[0-9a-f]{6}$/i.test(value) || 'must be a colour such as #1f4fd8' }],
  collections: [
    {
      slug: 'products',
      useAsTitle: 'name',
      icon: 'package',
      access: { read: 'anyone' },
      fields: [
        { name: 'name', required: true },
        { name: 'price', type: 'number', min: 0 },
        { name: 'colour', type: 'colour', admin: { component: 'shop-colour', cell: 'shop-colour-cell' } },
        { name: 'picture', type: 'upload' },
        { name: 'story', type: 'richText' },
      ],
    },
  ],
  admin: {
    brand: { name: 'The shop', color: '#9d174d' },
    modules: [here('./elements/shop-elements.js')],
    pages: [{ path: 'stock', component: 'shop-stock', label: { en: 'Stock', th: 'สต็อก' }, icon: 'box' }],
    dashboard: [{ component: 'shop-total', label: 'Products', width: 'half' }],
    commands: [{ label: 'See the dashboard', to: '/', icon: 'layout-dashboard', keywords: ['shop'] }],
  },
})
app.use(cms)
app.use(express.static(here('./pages')))

const started = await cms.cms.catch((error) => {
  console.error(error.message)
  process.exit(1)
})
if ((await started.count('products')) === 0) await started.create('products', { name: 'Composing stick', price: 42, colour: '#1f4fd8' })

const isEmpty = (await started.count('users')) === 0
const server = app.listen(Number(process.env.PORT ?? 3000), () => {
  const origin = `http://localhost:${server.address().port}`
  console.log(`The shop   ${origin}/`)
  console.log(`The admin  ${origin}/admin`)
  if (isEmpty) console.log(`Set-up     ${origin}/admin/setup?setupCode=${setupCode}`)
})

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    server.close(async () => {
      await started.stop()
      process.exit(0)
    })
    server.closeAllConnections()
  })
}
