/** Discards a stream that is no longer needed; errors that it reports afterwards are ignored. */
import type { Readable } from 'node:stream'

export const abandon = (stream: Readable): void => void stream.on('error', () => undefined).destroy()
