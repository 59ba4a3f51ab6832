/** Whether the command line is loading a configuration file, which must not start a CMS. Tested by test/cli/left-running.test.ts. */

/** The project may have another copy of the package than the command. */
const LOADING = Symbol.for('galley.loadingConfig')
const shared = globalThis as { [LOADING]?: string | undefined }

export async function whileLoading<T>(file: string, load: () => Promise<T>): Promise<T> {
  shared[LOADING] = file
  try {
    return await load()
  } finally {
    shared[LOADING] = undefined
  }
}

/** The name of the file. */
export const loadingConfig = (): string | undefined => shared[LOADING]
