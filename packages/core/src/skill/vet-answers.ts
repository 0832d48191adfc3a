import type { AppDocument } from '../documents/app-documents.ts'
import type { IndexEntry } from '../documents/index-documents.ts'
import type { FoundApp } from '../documents/search-answers.ts'
import type { AppManifest } from '../manifest/manifest.ts'
import type { FoundPlaybook } from '../playbook/found-playbook.ts'
import type { Playbook } from '../playbook/playbook.ts'
import { orderFault, type TextFault, textFault } from './text-fault.ts'
import { vetAppDocument, vetIndexEntry } from './vet-documents.ts'
import { type VettedManifest, vetManifest } from './vet-facts.ts'

/** Takes what resembles an attack out of a registry's answers. */
export interface AnswerVetting {
  app(app: AppDocument): AppDocument
  entries(entries: readonly IndexEntry[]): IndexEntry[]
  found(apps: readonly FoundApp[]): FoundApp[]
  /** Those without a fault. */
  playbooks(playbooks: readonly FoundPlaybook[]): FoundPlaybook[]
  manifest(manifest: AppManifest): VettedManifest
  /** What is wrong with a text that cannot be left out, since every plan and prompt shows it. */
  nameFault(manifest: AppManifest): TextFault | undefined
}

export const answerVetting: AnswerVetting = {
  app: vetAppDocument,
  entries: (entries) => entries.flatMap(vetIndexEntry),
  found: (apps) => apps.flatMap(vetIndexEntry).map(vetFound),
  playbooks: (playbooks) => playbooks.filter((playbook) => playbookFault(playbook) === undefined),
  manifest: vetManifest,
  nameFault: ({ version, entry_point }) =>
    [version, entry_point].map((text) => textFault(text)).find((found) => found !== undefined),
}

/** Drops recipes with a fault. */
const vetFound = ({ recipes, ...app }: FoundApp): FoundApp => ({
  ...app,
  ...(recipes && { recipes: recipes.filter((recipe) => stringsOf(recipe).every(isFineText)) }),
})

/** Checks every text of a playbook, or of one in a list; returns the first reason to withhold it. */
export function playbookFault(playbook: Playbook | FoundPlaybook): TextFault | undefined {
  const { files = {}, ...texts } = playbook as Partial<Playbook>
  for (const { text, isArgument } of stringsOf(texts)) {
    const fault = textFault(text, { isArgument })
    if (fault !== undefined) return fault
  }
  // A file may begin with a fence, or name speakers, as its kind does; skills show it as a block.
  return stringsOf(files)
    .map(({ text }) => orderFault(text))
    .find((fault) => fault !== undefined)
}

interface FoundText {
  text: string
  isArgument: boolean
}

const isFineText = ({ text, isArgument }: FoundText): boolean => textFault(text, { isArgument }) === undefined

/** What programs read or print. */
const ofPrograms: ReadonlySet<string> = new Set(['args', 'stdin', 'shows', 'stdout_contains'])

/** Every text of a recipe or playbook; those of programs may have several lines. */
function stringsOf(value: unknown, isArgument = false): FoundText[] {
  if (typeof value === 'string') return [{ text: value, isArgument }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => stringsOf(part, isArgument || ofPrograms.has(key)))
}
