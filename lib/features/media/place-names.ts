/** The names under which metadata states where a picture was taken. */

/**
 * XMP properties in any namespace: readers find them by its URI, by its prefix or by neither. The photographer's own address (`CiAdrCity`,
 * `LicensorCity`) has other names, and is kept.
 */
const PLACE =
  /^gps|latitude|longt?itude|altitude|location|^(?:city|state|worldregion|coverage|spatial|place|placename|lat|lon|long|latlong|where|point|featurename)$|^province|^country/

/** The signed history in a drawing, which can't be changed in parts. */
const HISTORY = 'c2pa:manifest'

export const namesPlace = (property: string): boolean => property === HISTORY || PLACE.test(localName(property).toLowerCase())

/** The name without its prefix. */
export const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1)

/**
 * Words that indicate a location anywhere, EXIF data, XMP, and packed data. All are too long to occur by chance. In CBOR, `d` precedes a
 * four-letter name.
 */
const TELLS_PLACE = /latitude|longt?itude|altitude|location|country|province|(?:d|[^a-z])city|photoshop:state|exif|22-rdf-syntax|brob|c2cm/i

/** Whether bytes that aren't parsed, such as signed ones, may state where a picture was taken. */
export const mayTellPlace = (text: string): boolean => TELLS_PLACE.test(text)

/** Data sets of IPTC's second record: content location code and name, city, sublocation, province, country code and name. */
export const PLACES_OF_IPTC: readonly number[] = [26, 27, 90, 92, 95, 100, 101]

/** TIFF tags that map pixels to geographic positions. */
export const PLACES_OF_TIFF: readonly number[] = [33550, 33920, 33922, 34264, 34735, 34736, 34737, 42112]
