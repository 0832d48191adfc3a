/** The origin of a text decides what is suspicious in it: a skill may give orders, a manifest describes a program. */
export type InjectionScope = 'manifest' | 'skill'

/** One reason for a person to review a text before a model reads it. Rules are data; `findInjections` matches them. */
export interface InjectionRule {
  /** Stable, such as `injection.override`. */
  id: string
  /** Description of a match: "an order to set aside earlier instructions". */
  what: string
  /** Scopes it applies to. */
  scopes: readonly InjectionScope[]
  /** Word sequences in the syntax of `phrase.ts`. */
  phrases?: readonly string[]
  /** Bounded, so that none backtracks. Matched line by line against the normalized text. */
  patterns?: readonly RegExp[]
  /** Searches one line in its original letters, where normalizing would mix alphabets. */
  asWritten?: (line: string) => string | undefined
  /** Also occurs in harmless skills, where it counts only next to another rule's match. */
  weak?: true
  /** Matched against the original text, including invisible characters. */
  unfolded?: readonly RegExp[]
  /** Words with which a skill warns of the same thing; matches next to them are ignored. */
  unless?: RegExp
  /** All patterns of a group must match somewhere in the same text. */
  together?: readonly (readonly RegExp[])[]
}

/** One match of a rule. */
export interface Injection {
  rule: InjectionRule
  /** The match as one short line. */
  excerpt: string
  /** Line of the text, from 0. */
  line: number
}
