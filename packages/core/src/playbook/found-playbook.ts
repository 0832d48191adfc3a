import * as z from 'zod'
import { AppName } from '../manifest/app-name.ts'
import { LanguageTag } from '../manifest/language-tag.ts'
import { shownLine } from '../text.ts'

/** A playbook as lists and searches name it. */
export const FoundPlaybook = z.object({
  name: shownLine(60),
  task: shownLine(120),
  i18n: z.record(LanguageTag, z.object({ task: shownLine(120) })).optional(),
  apps: z.array(AppName).describe('The apps that it uses'),
})
export type FoundPlaybook = z.infer<typeof FoundPlaybook>
