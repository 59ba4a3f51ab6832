/** Uploads files to the library, a few at a time, with progress for each. One that fails doesn't hold up the others.
 * Tested by test/admin-components/picking-files.test.ts.
 */

import { ApiError } from '../../client/api-error.ts'
import type { App } from '../app/app.ts'
import '../app/refusals.ts'
import type { Doc } from '../app/doc.ts'
import { contentsIn } from '../app/file-types.ts'
import { randomKey } from '../app/random-key.ts'
import { stayWhile } from '../parts/stay-while.ts'

export interface Options {
  folder?: string | number | undefined
  /** The progress of all files together, between 0 and 1. */
  progress?: (share: number) => void
  /** The state of one file. */
  each?: (file: File, state: FileState) => void
  signal?: AbortSignal
  /** Files that failed in an earlier upload. */
  again?: Uploaded['failed']
}

/** The progress of one file, the document that it became, or why it failed. */
export type FileState = number | { doc: Doc } | Refused

/** Why a file was not stored, and whether that would be different another time. */
interface Refused {
  why: string
  mayWorkLater: boolean
  /** By the user. */
  isCancelled?: boolean
  /** It never reached the server, or its answer never came back. */
  isLost?: boolean
}

export interface Uploaded {
  done: Doc[]
  /** A retry sends the same key, because the file may have been stored all the same. */
  failed: (Refused & { file: File; key: string })[]
}

const AT_ONCE = 3

/** The files that were picked in an input of the type `file`. */
// biome-ignore lint/style/noNonNullAssertion: only inputs of other types have no list
export const filesOf = (input: HTMLInputElement): File[] => [...input.files!]

export async function uploadFiles(
  app: App,
  files: readonly File[],
  { folder, progress, each, signal, again = [] }: Options,
): Promise<Uploaded> {
  const result: Uploaded = { done: [], failed: [] }
  const shares = new Map<File, number>()
  const total = files.reduce((sum, file) => sum + file.size, 0) || 1
  const tell = () => progress?.(files.reduce((sum, file) => sum + (shares.get(file) ?? 0) * file.size, 0) / total)
  const waiting = [...files]
  const one = async () => {
    for (let file = waiting.shift(); file; file = waiting.shift()) {
      const current = file
      const key = again.find((failed) => failed.file === current)?.key ?? randomKey()
      const form = new FormData()
      if (folder !== undefined) form.append('folder', String(folder))
      form.append('file', current)
      try {
        const doc = await app.client.upload<Doc>('/media', form, {
          headers: { 'idempotency-key': key },
          ...(signal && { signal }),
          progress: (share) => {
            shares.set(current, share)
            each?.(current, share)
            tell()
          },
        })
        result.done.push(doc)
        each?.(current, { doc })
      } catch (error) {
        const refused = refusedBy(app, current, error as Error)
        result.failed.push({ file: current, key, ...refused })
        each?.(current, refused)
      }
      shares.set(current, 1)
      tell()
    }
  }
  await stayWhile(() => Promise.all(Array.from({ length: AT_ONCE }, one)))
  return result
}

/** The files that may arrive now that the connection is back. */
export const lostIn = (failed: Uploaded['failed']): File[] => failed.flatMap(({ file, isLost }) => (isLost ? [file] : []))

const refusedBy = (app: App, file: File, error: Error): Refused => ({
  why: whyNot(app, file, error),
  mayWorkLater: mayWorkLater(error),
  isCancelled: error.name === 'AbortError',
  isLost: error instanceof ApiError && error.isOffline,
})

/** A refusal of the file itself stays the same; a session, the connection or a busy server may be better another time. */
const mayWorkLater = (error: Error): boolean => !(error instanceof ApiError) || ![400, 403, 413, 415, 422].includes(error.status)

/** Its name is shown with it, so the reason says no more than what is wrong. */
export function whyNot(app: App, file: File, error: Error): string {
  if (error.name === 'AbortError') return app.t('media.cancelled')
  if (!(error instanceof ApiError)) return app.explain(error)
  const problems = error.problems.map((problem) => {
    if (problem.field !== 'file') return problem
    const { found } = problem.values ?? {}
    const isOther = problem.reason === 'file-type' && contradicts(file, found)
    return { message: isOther ? app.t('refusal.otherType', { found: contentsIn(String(found), app) }) : problem.message }
  })
  return app.explain(new ApiError(error.status, problems, { cause: error }))
}

/** Browsers go by the name of a file, the server by what is in it. */
export function contradicts(file: File, found: unknown): boolean {
  const named = kindOf(file.type)
  return named !== undefined && found !== undefined && named !== kindOf(String(found))
}

/** Other types have several names. */
const kindOf = (type: string): string | undefined =>
  /^(image|audio|video)(?=\/)|^application\/pdf$/.exec(type)?.[0].replace('audio', 'video')
