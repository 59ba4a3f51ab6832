/** The names of the collections and fields that every CMS has, where the configuration gives them none. Tested by test/admin-components/everyday.test.ts. */
import { humanized } from '../texts/texts.ts'
import type { Entity, Label, Schema } from './schema.ts'

const COLLECTIONS: Record<string, { singular: Label; plural: Label }> = {
  users: { singular: { en: 'Person', th: 'ผู้ใช้' }, plural: { en: 'People', th: 'ผู้ใช้' } },
  media: { singular: { en: 'File', th: 'ไฟล์' }, plural: { en: 'Media', th: 'สื่อ' } },
  'media-folders': { singular: { en: 'Folder', th: 'โฟลเดอร์' }, plural: { en: 'Folders', th: 'โฟลเดอร์' } },
}

const FIELDS: Record<string, Record<string, Label>> = {
  users: {
    email: { en: 'Email', th: 'อีเมล' },
    name: { en: 'Name', th: 'ชื่อ' },
    role: { en: 'Role', th: 'บทบาท' },
    active: { en: 'Active', th: 'ใช้งานได้' },
    currentPassword: { en: 'Current password', th: 'รหัสผ่านปัจจุบัน' },
    password: { en: 'Password', th: 'รหัสผ่าน' },
  },
  media: {
    filename: { en: 'File', th: 'ไฟล์' },
    originalName: { en: 'Name', th: 'ชื่อ' },
    mimeType: { en: 'Type', th: 'ชนิด' },
    filesize: { en: 'Size', th: 'ขนาด' },
    alt: { en: 'Alternative text', th: 'ข้อความแทนภาพ' },
    folder: { en: 'Folder', th: 'โฟลเดอร์' },
  },
}

const HELP: Record<string, Record<string, Label>> = {
  users: { currentPassword: { en: 'Only for a new password or email.', th: 'เฉพาะเมื่อเปลี่ยนรหัสผ่านหรืออีเมล' } },
}

const OF_ALL: Record<string, Label> = { createdBy: { en: 'Created by', th: 'สร้างโดย' } }

export const withBuiltInLabels = (schema: Schema): Schema => ({ ...schema, collections: schema.collections.map(withLabels) })

function withLabels(entity: Entity): Entity {
  const { slug, labels, fields } = entity
  const ours = COLLECTIONS[slug]
  const isGiven =
    typeof labels.singular !== 'string' || labels.plural !== undefined || !ours || labels.singular !== humanized(singular(slug))
  return {
    ...entity,
    labels: isGiven ? labels : ours,
    fields: fields.map((field) => {
      const label = field.label ?? FIELDS[slug]?.[field.name] ?? OF_ALL[field.name]
      const help = HELP[slug]?.[field.name]
      return { ...field, ...(label !== undefined && { label }), ...(help && { description: help }) }
    }),
  }
}

const singular = (slug: string): string => slug.replace(/s$/, '')
