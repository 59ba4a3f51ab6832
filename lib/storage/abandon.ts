/** Ends a stream that nobody wants to read on: what it says of that is no failure. */
import type { Readable } from 'node:stream'

export const abandon = (stream: Readable): void => void stream.on('error', () => undefined).destroy()
