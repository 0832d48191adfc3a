/** Where a page of a list is among the others. */
export interface ListPlace {
  /** How many apps come before. */
  passed: number
  /** The number of apps on all pages, where it is known. */
  total: number | undefined
  /** Where the number is not known: one that it is greater than. */
  over?: number | undefined
  /** The page before; its cursor is absent where it is the first one. */
  previous: { cursor?: string } | undefined
}
