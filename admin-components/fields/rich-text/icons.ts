/** The icons that only the rich text editor needs. They load with it. Tested by test/admin-components/rich-text.test.ts. */
import {
  AtSign,
  BetweenHorizontalEnd,
  BetweenHorizontalStart,
  BetweenVerticalEnd,
  BetweenVerticalStart,
  Heading1,
  Heading4,
  Heading5,
  Heading6,
  ListTodo,
  Paperclip,
  SquareCode,
  Subscript,
  Superscript,
  TableCellsMerge,
  TableCellsSplit,
  TableProperties,
  Tv,
  Underline,
} from 'lucide'
import { addIcons } from '../../parts/icon.ts'

addIcons({
  AtSign,
  ColumnAfter: BetweenVerticalEnd,
  ColumnBefore: BetweenVerticalStart,
  Heading1,
  Heading4,
  Heading5,
  Heading6,
  ListTodo,
  Paperclip,
  RowAbove: BetweenHorizontalStart,
  RowBelow: BetweenHorizontalEnd,
  SquareCode,
  Subscript,
  Superscript,
  TableCellsMerge,
  TableCellsSplit,
  TableProperties,
  TextWidthFull: box(20, 12),
  TextWidthMedium: box(14, 10),
  TextWidthSmall: box(8, 7),
  Tv,
  Underline,
})

function box(width: number, height: number): readonly unknown[] {
  return [['rect', { x: 12 - width / 2, y: 12 - height / 2, width, height, rx: 1.5 }]]
}
