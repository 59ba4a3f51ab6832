/** Discards a stream that isn't needed any more; errors that it reports afterwards are ignored. Tested by test/features/media/private.test.ts. */
import type { Readable } from 'node:stream'

export const abandon = (stream: Readable): void => void stream.on('error', () => undefined).destroy()
