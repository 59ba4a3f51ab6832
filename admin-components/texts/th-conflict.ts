/** Thai texts of the question about a conflict. Tested by test/admin-components/texts.test.ts. */
import type { enConflict } from './en-conflict.ts'
import type { Text } from './text.ts'

export const thConflict: Record<keyof typeof enConflict, Text> = {
  'conflict.look': 'ตัดสินใจภายหลัง',
  'conflict.mine': 'ของคุณ',
  'conflict.mineHere': 'ของคุณที่นี่',
  'conflict.order': 'ลำดับของแถว',
  'conflict.publish': 'เผยแพร่ตามที่เลือก',
  'conflict.removed': 'นำออก',
  'conflict.save': 'บันทึกตามที่เลือก',
  'conflict.text': 'คุณทั้งสองแก้ไขช่องเดียวกัน เลือกค่าที่ต้องการเก็บในแต่ละช่อง',
  'conflict.textTabs': 'คุณแก้ไขช่องเดียวกันทั้งที่นี่และในแท็บอื่น เลือกค่าที่ต้องการเก็บในแต่ละช่อง',
  'conflict.theirs': 'ของอีกคน',
  'conflict.theirsBy': 'ของอีกคน ({who})',
  'conflict.theirsTab': 'ของคุณในแท็บอื่น',
  'conflict.thenDraft': 'สิ่งที่เลือกจะถูกบันทึกเป็นฉบับร่าง ผู้เข้าชมจะไม่เห็น',
  'conflict.thenPending': 'สิ่งที่เลือกจะถูกบันทึกเป็นฉบับร่าง ผู้เข้าชมจะเห็นฉบับที่เผยแพร่แล้วจนกว่าคุณจะเผยแพร่อีกครั้ง',
  'conflict.thenPlanned': 'สิ่งที่เลือกจะถูกบันทึกเป็นฉบับร่าง และจะเผยแพร่ {when} ตามที่ตั้งเวลาไว้',
  'conflict.thenPublished': 'ผู้เข้าชมจะเห็นสิ่งที่เลือกทันที',
  'conflict.thenSaved': 'สิ่งที่เลือกจะถูกบันทึกทันที โดยไม่เป็นฉบับร่าง',
  'conflict.titleBy': '{who} แก้ไขเอกสารนี้แล้ว',
  'conflict.titleTabs': 'คุณแก้ไขเอกสารนี้ในแท็บอื่นแล้ว',
  'conflict.when': 'บันทึกเมื่อ {when}',
  'conflict.undo': 'หากเลือกข้อความของอีกคน คุณยังกด “เลิกทำ” ในข้อความเพื่อนำข้อความของคุณกลับมาได้',
  'recovered.conflict': 'คุณแก้ไขช่องเดียวกันที่นี่',
  'recovered.conflict.text': 'เลือกค่าที่ต้องการในแต่ละช่อง การแก้ไขครั้งก่อนจะถูกเก็บไว้จนกว่าคุณจะเลือก',
  'recovered.earlier': 'การแก้ไขครั้งก่อนของคุณ',
  'recovered.here': 'ตามที่เป็นอยู่ที่นี่ตอนนี้',
  'recovered.save': 'ใช้ตามที่เลือก',
  'recovered.then': 'ค่าเหล่านี้จะเข้าไปอยู่ในแบบฟอร์ม คุณยังแก้ไขต่อได้',
}
