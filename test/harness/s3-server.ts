/** A real S3 server on the loopback, with a bucket of its own for each who asks. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { s3 } from '../../adapters/s3.ts'

const require = createRequire(import.meta.url)

const ACCESS_KEY = 'S3RVER'
const SECRET_KEY = 'S3RVER'

export interface S3Server {
  /** The storage, with the rest of its options. */
  storage(more?: { prefix?: string; publicURL?: string }): ReturnType<typeof s3>
  endpoint: string
  bucket: string
  stop(): Promise<void>
}

export async function startS3(): Promise<S3Server> {
  const S3rver = require('s3rver')
  const directory = await mkdtemp(path.join(tmpdir(), 'galley-test-s3-'))
  const bucket = `b${randomBytes(6).toString('hex')}`
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket }] })
  const { port } = (await server.run()) as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    bucket,
    storage: (more = {}) => s3({ bucket, endpoint, region: 'us-east-1', accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY, ...more }),
    async stop() {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
