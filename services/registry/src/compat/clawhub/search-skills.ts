import { isAppName } from '@cli-apps/core'
import type * as z from 'zod'
import { appNameOfSkill } from '../../work/skill-package.ts'
import type { AppSource } from '../app-source.ts'
import { latestOf, resultOf } from './skills.ts'
import type { SearchAnswer } from './wire.ts'

/** Returns the skills that match a text, best match first; with `exact`, only the one with that slug. */
export async function searchSkills(
  source: AppSource,
  { q, limit, mode }: { q: string; limit: number; mode?: 'exact' | undefined },
): Promise<z.infer<typeof SearchAnswer>> {
  if (mode !== 'exact') return { results: (await source.search(q, limit)).map(resultOf) }
  const name = appNameOfSkill(q) ?? ''
  const app = isAppName(name) ? await source.findApp(name) : undefined
  return { results: app === undefined || latestOf(app) === undefined ? [] : [resultOf(app, 0)] }
}
