import {
  type AppName,
  type CommandNode,
  dialectOf,
  type InstallRecord,
  type SkillLayout,
  skillDigests,
  skillFile,
  skillPlace,
  t,
} from '@cli-apps/core'
import type { Workspace } from '@cli-apps/core/node'
import { inDialect } from '@cli-apps/core/skill'
import type { SkillPlacement } from '../agents/skill-placement.ts'
import type { FileChange } from '../workspace/transaction.ts'
import { type DocumentedApp, documentApp } from './document-app.ts'
import { keepOwnWords } from './keep-own-words.ts'
import { readSkillText } from './read-skill-text.ts'
import { namingOf, savedEdits, skillFiles } from './saved-edits.ts'
import { digestsOf, laidOut, withoutFrontMatter } from './skill-layout.ts'
import { rendererOf, type SkillStyle } from './skill-style.ts'

export interface SkillChanges {
  /** What the record stores about the skill. */
  skill: InstallRecord['skill']
  changes: FileChange[]
  /** Paths to which edited text is saved. */
  saved: string[]
  /** Regions whose heading no longer exists, and which are now at the end of the file. */
  moved: MovedWords[]
}

interface MovedWords {
  file: string
  heading: string
}

interface SkillWish {
  app: DocumentedApp
  /** How agents with a shell call it. */
  shellCalls: 'shell' | 'program'
  commands: CommandNode | undefined
  style: SkillStyle
  /** Language to store in the record of this app. */
  own: InstallRecord['skill']['language']
  placement: Pick<SkillPlacement, 'agents' | 'folders' | 'shell' | 'layout'>
}

/**
 * Returns the changes that replace an app's skill and its copies for agents: regions that a user added stay, their
 * edits are saved first, and files that are no longer rendered are removed.
 */
export async function skillChanges(
  { app, shellCalls, commands, style, own: language, placement }: SkillWish,
  previous: InstallRecord | undefined,
  workspace: Workspace,
): Promise<SkillChanges> {
  const { agents, folders, shell, layout } = placement
  const renderer = rendererOf(style)
  const rendered = await documentApp(app, commands, style)
  const forShell = shell.length === 0 ? rendered : await documentApp(app, commands, style, shellCalls)
  const own = laidOut(app.name, rendered.files, { folder: 'skills', layout: layout.own })
  const copies: Record<string, string> = Object.assign(
    {},
    ...folders.map((folder) =>
      copyFor(app.name, (shell.includes(folder) ? forShell : rendered).files, {
        folder,
        layout: layout.copies,
      }),
    ),
  )
  const files = { ...own, ...copies }
  const skill: InstallRecord['skill'] = {
    path: `skills/${skillPlace(app.name, skillFile, layout.own)}`,
    files: digestsOf(own),
    ...(renderer !== undefined && { renderer }),
    ...(language !== undefined && { language }),
    ...(agents.length > 0 && { agents: [...agents] }),
    ...(folders.length > 0 && { copies: digestsOf(copies) }),
    ...(shell.length > 0 && { shell: [...shell] }),
  }
  const before = skillFiles(previous)
  const edits = await savedEdits(workspace, [...new Set([...Object.keys(files), ...before])], {
    naming: namingOf(app.name),
    known: previous === undefined ? {} : skillDigests(previous),
    accepted: skillDigests({ skill }),
    written: Object.keys(files),
  })
  const written = await Promise.all(
    Object.entries(files).map(([path, text]) => writtenFile(path, text, workspace)),
  )
  return {
    skill,
    saved: edits.map(({ path }) => path),
    moved: written.flatMap(({ change, moved }) => moved.map((heading) => ({ file: change.path, heading }))),
    changes: [
      ...edits,
      ...before.filter((file) => files[file] === undefined).map((path) => ({ path, content: null })),
      ...written.map(({ change }) => change),
    ],
  }
}

/**
 * A copy in another folder than `skills`, with SKILL.md in a form that is read unchanged by the agents of that folder. They
 * change nothing in a reference behind the skill for all apps.
 */
function copyFor(
  name: AppName,
  files: Readonly<Record<string, string>>,
  place: { folder: string; layout: SkillLayout },
): Record<string, string> {
  const main = `${place.folder}/${skillPlace(name, skillFile, place.layout)}`
  const copy = laidOut(name, files, place)
  const text = copy[main] ?? ''
  return {
    ...copy,
    [main]: place.layout === 'umbrella' ? withoutFrontMatter(text) : inDialect(text, dialectOf(place.folder)),
  }
}

async function writtenFile(
  path: string,
  generated: string,
  workspace: Workspace,
): Promise<{ change: FileChange; moved: string[] }> {
  const { text, moved } = keepOwnWords(generated, await readSkillText(workspace, path))
  return { change: { path, content: text }, moved }
}

/** Notices about what happened to the user's text. */
export const wordsNotices = (
  name: string,
  { saved, moved }: Pick<SkillChanges, 'saved' | 'moved'>,
): string[] => [
  ...saved.map((file) =>
    t('skill-changes.you-had-edited-skill', 'You had edited the skill of {name}; your text is in {file}.', {
      name,
      file,
    }),
  ),
  ...moved.map(({ file, heading }) =>
    t(
      'skill-changes.your-text-below-removed',
      'Your text in {file} was below "{heading}", which was removed; it is now at the end of the file.',
      { file, heading },
    ),
  ),
]
