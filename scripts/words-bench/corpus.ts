/** What a corpus is evidence of: texts that should be flagged, or texts that should not. */
export type CorpusKind = 'hostile sentence' | 'harmless sentence' | 'hostile skill' | 'harmless skill'

export interface Corpus {
  id: string
  kind: CorpusKind
  /** `owner/name` on GitHub. */
  repository: string
  commit: string
  licence: string
  /** Files in the repository that contain it. */
  files: RegExp
  /** Format of the files. */
  reader: 'skill' | 'page' | 'prompts' | 'labelled' | 'attacks' | 'table' | 'injections'
  /** Overrides the split by hash: the whole corpus was read, or none of it. */
  half?: 'tuned' | 'held out'
  /** Chosen after the first rates were known; counted separately. */
  later?: true
  /** sha256 of its texts, sorted, each followed by a zero byte. */
  digest: string
}
