/** The types that a file can be recognized as by its contents. Tested by test/features/media/recognizable.test.ts. */
import { KINDS } from '../../storage/kinds.ts'

/** Those of the library that recognizes files, which is loaded with the first upload. */
const TABLE = `
  image: apng avif bmp bpg flif gif heic heic-sequence heif heif-sequence icns j2c jls jp2 jpeg jpm jpx jxl ktx mj2 png tiff
  image: vnd.adobe.photoshop vnd.dwg vnd.ms-photo webp x-adobe-dng x-canon-cr2 x-canon-cr3 x-fujifilm-raf x-icon x-nikon-nef
  image: x-olympus-orf x-panasonic-rw2 x-sony-arw x-xcf
  application: avro dicom eps epub+zip gzip java-archive java-vm mxf ogg pdf pgp-encrypted postscript rtf vnd.android.package-archive
  application: vnd.apache.arrow.file vnd.apache.parquet vnd.google.draco vnd.iccprofile vnd.ms-asf vnd.ms-cab-compressed
  application: vnd.ms-excel.sheet.macroenabled.12 vnd.ms-excel.template.macroenabled.12 vnd.ms-fontobject vnd.ms-htmlhelp
  application: vnd.ms-outlook vnd.ms-powerpoint.presentation.macroenabled.12 vnd.ms-powerpoint.slideshow.macroenabled.12
  application: vnd.ms-powerpoint.template.macroenabled.12 vnd.ms-word.document.macroenabled.12 vnd.ms-word.template.macroenabled.12
  application: vnd.oasis.opendocument.graphics vnd.oasis.opendocument.graphics-template vnd.oasis.opendocument.presentation
  application: vnd.oasis.opendocument.presentation-template vnd.oasis.opendocument.spreadsheet
  application: vnd.oasis.opendocument.spreadsheet-template vnd.oasis.opendocument.text vnd.oasis.opendocument.text-template
  application: vnd.openxmlformats-officedocument.presentationml.presentation vnd.openxmlformats-officedocument.presentationml.slideshow
  application: vnd.openxmlformats-officedocument.presentationml.template vnd.openxmlformats-officedocument.spreadsheetml.sheet
  application: vnd.openxmlformats-officedocument.spreadsheetml.template vnd.openxmlformats-officedocument.wordprocessingml.document
  application: vnd.openxmlformats-officedocument.wordprocessingml.template vnd.rn-realmedia vnd.sketchup.skp vnd.tcpdump.pcap vnd.visio
  application: wasm x-7z-compressed x-ace-compressed x-apple-diskimage x-arj x-asar x-blender x-bzip2 x-cfb x-compress x-cpio x-deb
  application: x-elf x-esri-shape x-ft-windows-registry-hive x-google-chrome-extension x-indesign x-jmp-data x-lz4 x-lzh-compressed
  application: x-lzip x-mach-binary x-mie x-mobipocket-ebook x-ms-regedit x-msdownload x-nintendo-nes-rom x-rar-compressed x-rpm
  application: x-shockwave-flash x-spss-sav x-sqlite3 x-tar x-unix-archive x-xpinstall x-xz x.apple.alias x.autodesk.fbx x.ms.shortcut
  application: xml zip zstd
  video: 3gpp 3gpp2 MP1S MP2P matroska mp2t mp4 mpeg ogg quicktime vnd.avi webm x-flv x-m4v x-ms-asf
  audio: aac aiff amr ape flac midi mp4 mpeg ogg qcelp vnd.dolby.dd-raw wav wavpack x-dsf x-it x-m4a x-ms-asf x-musepack x-s3m x-voc
  audio: x-xm
  font: collection otf ttf woff woff2
  text: calendar vcard vtt
  model: 3mf gltf-binary stl
`

export const RECOGNIZABLE: readonly string[] = [
  ...new Set([
    ...KINDS.map(({ mimeType }) => mimeType),
    ...TABLE.trim()
      .split('\n')
      .flatMap((line) => {
        const [kind = '', ...names] = line.trim().split(/:? +/)
        return names.map((name) => `${kind}/${name}`)
      }),
  ]),
]
