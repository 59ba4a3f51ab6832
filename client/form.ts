/** Builds the form of an upload from a file and its fields. Tested by test/client/client.test.ts. */

import { kindOf, toAwait } from '../schema/plain-object.ts'
import { ApiError } from './api-error.ts'
import { FILE, takesOnly } from './known-options.ts'
import { checkObject } from './known-values.ts'
import { jsonOf } from './sent-json.ts'

/** A browser `File`, or a name and its content. */
export type FileGiven = File | { filename: string; content: Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | string }

/** The fields precede the file, so a caller without permission is refused before sending it. */
export function formOf(file: FileGiven, data: object): FormData {
  if (!(file instanceof Blob)) checkFile(file)
  checkObject(data, 'data')
  const form = new FormData()
  for (const [name, value] of Object.entries(JSON.parse(jsonOf(data, 'data') ?? '{}'))) append(form, name, value)
  if ('filename' in file) form.append('file', file.content instanceof Blob ? file.content : new Blob([file.content]), file.filename)
  else form.append('file', file)
  return form
}

/** A form would hold any other content as a text such as `[object Promise]`. */
function checkFile(file: Exclude<FileGiven, Blob>): void {
  const refuse = (message: string, field: string): never => {
    throw new ApiError(400, [{ message, field, code: 'BAD_REQUEST' }])
  }
  if (typeof file !== 'object' || file === null || typeof file.filename !== 'string' || file.filename === '')
    refuse("must be a File, or { filename: 'photo.jpg', content }", 'file')
  takesOnly(file, FILE, 'file')
  const content: unknown = file.content
  if (typeof content === 'string' || content instanceof Blob || content instanceof ArrayBuffer || ArrayBuffer.isView(content)) return
  const isStream = typeof (content as Stream | null | undefined)?.pipe === 'function' || content instanceof ReadableStream
  const isRead = isStream ? '; read it first, such as with `await new Response(stream).blob()`' : toAwait(content)
  refuse(`must be a Blob, a Buffer, an ArrayBuffer or text, not ${kindOf(content)}${isRead}`, 'content')
}

interface Stream {
  pipe?: unknown
}

function append(form: FormData, name: string, value: unknown): void {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) form.append(name, JSON.stringify(value))
  else if (typeof value === 'object') for (const [inner, one] of Object.entries(value)) append(form, `${name}[${inner}]`, one)
  else form.append(name, String(value))
}
