/** Builds the form of an upload from a file and its fields. Tested by test/client/client.test.ts. */

import { ApiError } from './api-error.ts'
import { FILE, takesOnly } from './known-options.ts'
import { checkObject } from './known-values.ts'

/** A browser `File`, or a name and its content. */
export type FileGiven = File | { filename: string; content: Blob | Uint8Array<ArrayBuffer> | ArrayBuffer | string }

/** The fields precede the file, so a caller without permission is refused before sending it. */
export function formOf(file: FileGiven, data: object): FormData {
  if (!(file instanceof Blob) && !(typeof file === 'object' && file !== null && typeof file.filename === 'string' && file.content))
    throw new ApiError(400, [{ message: "must be a File, or { filename: 'photo.jpg', content }", field: 'file', code: 'BAD_REQUEST' }])
  if (!(file instanceof Blob)) takesOnly(file, FILE, 'file')
  checkObject(data, 'data')
  const form = new FormData()
  for (const [name, value] of Object.entries(data)) append(form, name, value)
  if ('filename' in file) form.append('file', file.content instanceof Blob ? file.content : new Blob([file.content]), file.filename)
  else form.append('file', file)
  return form
}

function append(form: FormData, name: string, value: unknown): void {
  if (value === undefined || value === null) return
  if (Array.isArray(value)) form.append(name, JSON.stringify(value))
  else if (typeof value === 'object') for (const [inner, one] of Object.entries(value)) append(form, `${name}[${inner}]`, one)
  else form.append(name, String(value))
}
