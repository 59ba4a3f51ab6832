/** SVG as XML: whether it is well-formed, and the size its root declares. One pass through the text, whatever it contains. */
import { Pace } from '../../pace.ts'
import type { Spool } from './spool.ts'
import { type Attribute, NotWellFormed, type XmlListener, XmlReading } from './xml.ts'

/** Far more than people draw or programs generate; a text of this size is still read within seconds. */
const LARGEST = 100_000_000

/** The attributes of the root element; undefined if the text is not XML. */
export async function rootOf(spool: Spool): Promise<ReadonlyMap<string, Attribute> | undefined> {
  if (spool.size > LARGEST) return undefined
  const text = (await spool.whole()).toString('latin1')
  let root: ReadonlyMap<string, Attribute> | undefined
  const listener: XmlListener = {
    startTag(_name, attributes) {
      root ??= attributes
    },
  }
  const reading = new XmlReading(text, listener)
  const pace = new Pace()
  try {
    while (reading.next()) await pace.rest()
    return root
  } catch (error) {
    if (error instanceof NotWellFormed) return undefined
    throw error
  }
}
