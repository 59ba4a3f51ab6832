/** The files of a drop, with those in folders and in the folders there. Tested by test/admin-components/uploads.test.ts. */

/** Files that systems put into folders on their own. */
const UNWANTED = /^(?:\.|Thumbs\.db$|desktop\.ini$)/i

/** Call it while the drop is handled: afterwards, the browser no longer says what was dropped. */
export async function droppedFiles({ dataTransfer }: DragEvent): Promise<File[]> {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file')
  const dropped = items.map((item) => ({ entry: item.webkitGetAsEntry?.(), file: item.getAsFile() }))
  const files = await Promise.all(dropped.map(async ({ entry, file }) => (isFolder(entry) ? filesIn(entry) : file ? [file] : [])))
  return files.flat()
}

const isFolder = (entry: FileSystemEntry | null | undefined): entry is FileSystemDirectoryEntry => entry?.isDirectory === true

async function filesIn(folder: FileSystemDirectoryEntry): Promise<File[]> {
  const files: File[] = []
  for (const entry of (await entriesIn(folder)).toSorted((one, other) => one.name.localeCompare(other.name))) {
    if (isFolder(entry)) files.push(...(await filesIn(entry)))
    else if (!UNWANTED.test(entry.name)) files.push(await new Promise<File>((...done) => (entry as FileSystemFileEntry).file(...done)))
  }
  return files
}

/** A reader gives a part of the folder at a time, and nothing at its end. */
async function entriesIn(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((...done) => reader.readEntries(...done))
    if (some.length === 0) return all
    all.push(...some)
  }
}
