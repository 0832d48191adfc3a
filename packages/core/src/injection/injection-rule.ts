/** Where a text comes from decides what is unusual in it: a skill may give orders, a manifest describes a program. */
export type InjectionScope = 'manifest' | 'skill'

/** One reason to have a person look at a text before a model reads it. Rules are data; `findInjections` matches them. */
export interface InjectionRule {
  /** Stable, such as `injection.override`. */
  id: string
  /** What the text looks like: "an order to set aside earlier instructions". */
  what: string
  /** Texts that it judges. */
  scopes: readonly InjectionScope[]
  /** Word sequences, as `phrase.ts` reads them. */
  phrases?: readonly string[]
  /** Each bounded, so that none backtracks. Matched line by line against the folded text. */
  patterns?: readonly RegExp[]
  /** Finds its words in one line with the letters that it was written in, where folding would mix alphabets. */
  asWritten?: (line: string) => string | undefined
  /** Seen in harmless skills too: in a skill, it counts beside another rule only. */
  weak?: true
  /** Matched against the text as it is, invisible characters included. */
  unfolded?: readonly RegExp[]
  /** Words by which a skill tells to guard against the same thing: what stands next to them is not meant. */
  unless?: RegExp
  /** Every pattern of a group has to match somewhere in the same text. */
  together?: readonly (readonly RegExp[])[]
}

/** One place that a rule names. */
export interface Injection {
  rule: InjectionRule
  /** What matched, as one short line. */
  excerpt: string
  /** Line of the text, counted from 0. */
  line: number
}
