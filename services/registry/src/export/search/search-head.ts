/** `search/index.json` of a static site: what the search in the browser needs of every app, and where the rest is. */
export interface SearchHead {
  /** By name; terms name apps by their places. */
  apps: readonly {
    name: string
    display_name: string
    aliases: readonly string[]
    /** Counted downloads, which break ties. */
    popularity: number
    /** Places in `facets`. */
    facets: readonly number[]
  }[]
  /** Every value that filters can match, once. */
  facets: readonly string[]
  /** The files of terms, by the first term of each, sorted by code units. */
  shards: readonly (readonly [first: string, file: string])[]
}
