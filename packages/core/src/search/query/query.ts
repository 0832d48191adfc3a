import type { Via } from '../../documents/search-terms.ts'

/** One way to meet a part of the query: all these terms, or in part most of them. */
export interface QueryForm {
  terms: readonly string[]
  /** From 0 to 1: how much it says of the part. */
  weight: number
  via: Via
}

/** A word of the query with all the forms that stand for it; only the best one found counts. */
export interface QueryUnit {
  text: string
  weight: number
  /** An extra raises an app that has it, and no app lacks it. */
  isExtra: boolean
  forms: readonly QueryForm[]
}

export interface Query {
  /** Folded, without white space at its ends. */
  text: string
  /** Its spellings as a name, with and without words such as "cli". */
  keys: readonly string[]
  units: readonly QueryUnit[]
}
