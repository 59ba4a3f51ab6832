/** The known kinds of files, one row each. Others keep the type detected from their contents, and are served as downloads.
 * Tested by test/features/media/uploads.test.ts.
 */

export interface Kind {
  mimeType: string
  extension: string
  /** Browsers may display it; a kind that could run a script is a download. */
  inline: boolean
  group?: Group
}

export const GROUPS = ['documents', 'office', 'archives'] as const
export type Group = (typeof GROUPS)[number]
export const isGroup = (entry: string): entry is Group => GROUPS.includes(entry as Group)

const TABLE = `
  image/png                inline    png
  image/apng               inline    apng
  image/jpeg               inline    jpg
  image/gif                inline    gif
  image/webp               inline    webp
  image/avif               inline    avif
  image/heic               inline    heic
  image/bmp                inline    bmp
  image/tiff               inline    tif
  image/x-icon             inline    ico
  image/svg+xml            download  svg
  application/pdf          inline    pdf     documents
  text/plain               inline    txt     documents
  text/csv                 inline    csv     documents
  text/markdown            inline    md
  text/vtt                 inline    vtt
  text/calendar            download  ics
  text/html                download  html
  text/xml                 download  xml
  application/xml          download  xml
  application/json         inline    json
  video/mp4                inline    mp4
  video/webm               inline    webm
  video/quicktime          inline    mov
  video/x-matroska         download  mkv
  audio/mpeg               inline    mp3
  audio/mp4                inline    m4a
  audio/x-m4a              inline    m4a
  audio/wav                inline    wav
  audio/ogg                inline    ogg
  audio/flac               inline    flac
  audio/x-flac             inline    flac
  font/woff2               inline    woff2
  font/woff                inline    woff
  font/ttf                 inline    ttf
  font/otf                 inline    otf
  application/zip          download  zip     archives
  application/gzip         download  gz      archives
  application/x-tar        download  tar     archives
  application/epub+zip     download  epub
  application/rtf          download  rtf
  application/vnd.openxmlformats-officedocument.wordprocessingml.document    download  docx  documents
  application/vnd.openxmlformats-officedocument.spreadsheetml.sheet          download  xlsx  office
  application/vnd.openxmlformats-officedocument.presentationml.presentation  download  pptx  office
  application/vnd.oasis.opendocument.text                                    download  odt   documents
  application/vnd.oasis.opendocument.spreadsheet                             download  ods   office
  application/vnd.oasis.opendocument.presentation                            download  odp   office
`

export const KINDS: readonly Kind[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [mimeType, how, extension, group] = line.trim().split(/\s+/)
    // biome-ignore lint/style/noNonNullAssertion: each line of the table has at least three words
    return { mimeType: mimeType!, extension: extension!, inline: how === 'inline', ...(group && { group: group as Group }) }
  })

const byExtension = new Map(KINDS.map((kind) => [kind.extension, kind]))
const byType = new Map(KINDS.map((kind) => [kind.mimeType, kind]))

export const kindOfExtension = (extension: string): Kind | undefined => byExtension.get(extension)
export const kindOfType = (mimeType: string): Kind | undefined => byType.get(mimeType)

/** Plain text kinds: their contents can't be told apart, so the file name decides. */
export const TEXTS: readonly string[] = ['txt', 'csv', 'md', 'vtt', 'ics', 'html', 'json', 'xml']

/** Word and OpenDocument texts belong to `office` too. */
const OFFICE = ['docx', 'odt']

/** The types in a group. */
export function typesOf(group: Group): string[] {
  return KINDS.filter((kind) => kind.group === group || (group === 'office' && OFFICE.includes(kind.extension))).map(
    (kind) => kind.mimeType,
  )
}

/** A list of types, with those of a group in its place. */
export const withoutGroups = (list: readonly string[]): string[] => list.flatMap((entry) => (isGroup(entry) ? typesOf(entry) : [entry]))
