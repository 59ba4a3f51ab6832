// `npm test`: makes the checkout ready, checks style and types, and runs every test. Arguments go to mocha;
// files among them are run instead of all.
import path from 'node:path'
import { ready, root, run } from './ready.js'

ready()
const node = process.execPath
const args = process.argv.slice(2)
if (args.length === 0) {
  console.log('Checking style …')
  run(node, [path.join(root, 'node_modules/@biomejs/biome/bin/biome'), 'check', '.'])
  console.log('Checking types …')
  run(node, [path.join(root, 'node_modules/typescript/bin/tsc'), '--noEmit'])
}
console.log('Testing …')
const isFile = (arg) => arg.endsWith('.ts')
run(node, [path.join(root, 'node_modules/mocha/bin/mocha.js'), ...args, ...(args.some(isFile) ? [] : ['test/**/*.test.ts'])])
