/** Thai texts of the dashboard and of the command palette. */
import type { enHome } from './en-home.ts'
import type { Text } from './text.ts'

export const thHome: Record<keyof typeof enHome, Text> = {
  'dashboard.continue': 'ทำต่อจากที่ค้างไว้',
  'dashboard.empty': 'ยังไม่มีอะไรที่นี่ สิ่งที่ผู้อื่นเขียนจะแสดงที่นี่',
  'dashboard.files': '{count} ไฟล์',
  'dashboard.hello': 'สวัสดี {name}',
  'dashboard.latest': 'การเปลี่ยนแปลงล่าสุด',
  'dashboard.planned': 'กำหนดการ',
  'palette.all': 'ผลลัพธ์ทั้งหมดใน{what}',
  'palette.compare': 'เปรียบเทียบรุ่น',
  'palette.documents': 'เอกสาร',
  'palette.hint': 'เอกสาร หน้า คำสั่ง …',
  'palette.new': 'สร้างใหม่',
  'palette.pages': 'ไปที่',
  'palette.recent': 'เปิดล่าสุด',
  'palette.here': 'เอกสารนี้: {title}',
  steps: 'ขั้นตอนแรก',
  'steps.hide': 'ซ่อนขั้นตอนเหล่านี้',
  'steps.invite': 'เชิญผู้ที่ทำงานร่วมกับคุณ',
  'steps.invite.do': 'เชิญผู้ใช้',
  'steps.invite.text': 'แต่ละคนตั้งรหัสผ่านของตนเอง และบทบาทจะกำหนดว่าทำอะไรได้บ้าง',
  'steps.upload': 'อัปโหลดรูปภาพและไฟล์อื่น ๆ',
  'steps.upload.text': 'ไฟล์จะเก็บไว้ในคลัง เพื่อใช้กับทุกสิ่งที่คุณเขียน',
  'steps.write': 'เริ่มเขียน',
  'steps.write.text': 'ยังไม่ต้องเสร็จสมบูรณ์ แก้ไขได้ทุกเมื่อ',
  searching: 'กำลังค้นหา …',
  'shortcut.new': 'เอกสารใหม่',
  'shortcut.save': 'บันทึก',
  'shortcut.search': 'ค้นหาในรายการ',
}
