import {
  type AppName,
  type Digest,
  type SkillLayout,
  skillFile,
  skillFileAt,
  skillPlace,
} from '@cli-apps/core'
import { digestOf } from '@cli-apps/core/node'

type Texts = Readonly<Record<string, string>>

/**
 * Returns the files of an app's skill as they are in a folder of skills: by path in the workspace. Behind the skill for
 * all apps, SKILL.md is called as the app, and its links lead to the folder next to it.
 */
export function laidOut(
  name: AppName,
  files: Texts,
  { folder, layout }: { folder: string; layout: SkillLayout },
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      const place = path.slice(path.indexOf('/') + 1)
      const file = skillFileAt(name, place)?.file ?? place
      const isMoved = layout === 'umbrella' && file === skillFile
      return [`${folder}/${skillPlace(name, file, layout)}`, isMoved ? withLinksTo(name, text) : text]
    }),
  )
}

const withLinksTo = (name: AppName, text: string): string =>
  text
    .replace(/\[references\/([\w.-]+)\]\(references\//g, `[${name}/$1](${name}/`)
    .replaceAll('](references/', `](${name}/`)

/** Agents choose by the front matter of the skill for all apps, so that a reference behind it needs none. */
export const withoutFrontMatter = (text: string): string => text.replace(/^---\n[\s\S]*?\n---\n+/, '')

export const digestsOf = (files: Texts): Record<string, Digest> =>
  Object.fromEntries(Object.entries(files).map(([file, text]) => [file, digestOf(text)]))
