/** Files on the local disk: `storage: disk({ dir: 'uploads' })`. */
export { type DiskOptions, disk } from '../lib/storage/disk.ts'
