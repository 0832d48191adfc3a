import type { AppDocument, IndexEntry } from '../documents/api.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import { type TextFault, textFault } from './text-fault.ts'
import { vetAppDocument, vetIndexEntry } from './vet-documents.ts'
import { type VettedManifest, vetManifest } from './vet-facts.ts'

/** Takes what resembles an attack out of a registry's answers. */
export interface AnswerVetting {
  app(app: AppDocument): AppDocument
  entries(entries: readonly IndexEntry[]): IndexEntry[]
  manifest(manifest: AppManifest): VettedManifest
  /** What is wrong with a text that cannot be left out, since every plan and prompt shows it. */
  nameFault(manifest: AppManifest): TextFault | undefined
}

export const answerVetting: AnswerVetting = {
  app: vetAppDocument,
  entries: (entries) => entries.flatMap(vetIndexEntry),
  manifest: vetManifest,
  nameFault: ({ version, entry_point }) =>
    [version, entry_point].map((text) => textFault(text)).find((found) => found !== undefined),
}
