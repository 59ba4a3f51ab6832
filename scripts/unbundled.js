// Becomes a part of the package that its entries load first: a bundle would leave behind the files and drivers that galley loads by their
// path, and fail later with words that don't say so.
const { url } = import.meta
const isInBundle = typeof __webpack_require__ !== 'undefined' || !/\/dist\/parts\/unbundled\.js(?:[?#]|$)/.test(url ?? '')
if (isInBundle)
  throw new Error(
    "galley doesn't work inside a bundle, because it loads files and drivers by their path: leave it external, with 'packages: external' of esbuild, 'serverExternalPackages' of Next.js or 'externals' of webpack (docs/hosts.md#bundlers)",
  )
