/** One file of the static site. */
export interface SiteFile {
  /** Path as in URLs, without a leading slash. */
  path: string
  content: string | Uint8Array
}
