// `npm start`: makes the checkout ready and runs the example blog.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { EXAMPLE, ready, root } from './ready.js'

await ready({ toStart: true })
process.chdir(path.join(root, EXAMPLE))
await import(pathToFileURL(path.join(root, EXAMPLE, 'server.js')).href)
