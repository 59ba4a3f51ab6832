// `npm start`: makes the checkout ready and runs the example blog.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { ready, root } from './ready.js'

ready({ compiled: false })
process.chdir(path.join(root, 'examples/express-blog'))
await import(pathToFileURL(path.join(root, 'examples/express-blog/server.js')).href)
