/** Thai texts of the dashboard and of the command palette. */
import type { enHome } from './en-home.ts'
import type { Text } from './text.ts'

export const thHome: Record<keyof typeof enHome, Text> = {
  'dashboard.continue': 'ทำต่อจากที่ค้างไว้',
  'dashboard.planned': 'กำหนดการ',
  'palette.compare': 'เปรียบเทียบรุ่น',
  'palette.documents': 'เอกสาร',
  'palette.new': 'สร้างใหม่',
  'palette.pages': 'ไปที่',
  'palette.recent': 'เปิดล่าสุด',
  'palette.here': 'เอกสารนี้: {title}',
}
