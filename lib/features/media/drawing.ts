/** SVG as XML: whether it is well formed, and how large its root says it is. One way through the text, whatever stands in it. */
import { Pace } from '../../pace.ts'
import type { Spool } from './spool.ts'
import { type Attribute, type Listener, NotWellFormed, XmlReading } from './xml.ts'

/** Nothing that people draw by hand or program comes near; a text of this size is still read within seconds. */
const LARGEST = 100_000_000

/** The attributes of the root element; nothing where the text is no XML. */
export async function rootOf(spool: Spool): Promise<ReadonlyMap<string, Attribute> | undefined> {
  if (spool.size > LARGEST) return undefined
  const text = (await spool.whole()).toString('latin1')
  let root: ReadonlyMap<string, Attribute> | undefined
  const listener: Listener = {
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
