/** What a corpus is evidence of: texts that should be flagged, or texts that should not. */
export type CorpusKind = 'hostile sentence' | 'harmless sentence' | 'hostile skill' | 'harmless skill'

export interface Corpus {
  id: string
  kind: CorpusKind
  /** `owner/name` on GitHub. */
  repository: string
  commit: string
  licence: string
  /** Files below the repository that hold it. */
  files: RegExp
  /** How a file holds texts. */
  reader: 'skill' | 'page' | 'prompts' | 'labelled' | 'attacks' | 'table' | 'injections'
  /** Where the hash does not decide it: all of the corpus was looked at, or none of it ever was. */
  half?: 'tuned' | 'held out'
  /** Chosen when the first rates were known: their sums are shown apart. */
  later?: true
  /** sha256 over its texts, sorted, each with a zero byte behind it. */
  digest: string
}
