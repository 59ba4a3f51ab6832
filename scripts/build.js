// `npm run build`: types checked, JavaScript and declarations written to dist, the schema prelude generated.
import { build } from './ready.js'

await build()
