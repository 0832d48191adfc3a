import path from 'node:path'
import { cliCall, type InstallRecord, t } from '@cli-apps/core'
import { digestOfFile, loadTemplates, readWorkspaceFile, type Workspace } from '@cli-apps/core/node'
import { hasLayout, plannedLayout } from '../agents/skill-placement.ts'
import type { CommandContext } from '../context.ts'
import { isRenderedAlike } from '../skill/rendered-alike.ts'
import { readSkillStyle } from '../skill/skill-style.ts'
import { executableOf } from '../store/system-program.ts'
import { isReading } from '../unread/unread-apps.ts'
import { attempt, type Fault } from './fault.ts'
import { openVerifier } from './open-verifier.ts'
import type { AppVerification } from './verify-installed.ts'

/** An app whose only faults are these can still be compared with its skill. */
const harmless: readonly string[] = [
  'program.changed-by-system',
  'skill.edited',
  'skill.missing',
  'lockfile.differs',
]

/**
 * Checks whether skills still describe the current programs, and whether they would be generated the same way today.
 * The system may change its programs at any time; templates, language and generator change too. No program is started.
 */
export async function checkSkillAges(
  records: readonly InstallRecord[],
  verified: readonly AppVerification[],
  context: CommandContext,
): Promise<Fault[]> {
  const faults: Fault[] = []
  if (!(await areTemplatesSound(faults, context))) return faults
  const damaged = verified.filter((app) => app.faults.some(({ code }) => !harmless.includes(code)))
  const names = damaged.map(({ name }) => name)
  for (const record of records.filter(({ name }) => !names.includes(name)))
    faults.push(...((await attempt(faults, record.name, () => checkSkillAge(record, context))) ?? []))
  return faults
}

/**
 * Reports templates that do not work as one fault, not one per app. Another check reports problems in `cli-apps.json`.
 */
async function areTemplatesSound(faults: Fault[], context: CommandContext): Promise<boolean> {
  const declared = await attempt([], null, () => readWorkspaceFile(context.workspace))
  if (declared === undefined) return false
  const before = faults.length
  await attempt(faults, null, async () => {
    const wish = { asked: undefined, record: undefined, settings: declared.skills }
    const { language, templates } = await readSkillStyle(wish, context)
    await loadTemplates({ language, overrides: templates?.folder, trusted: templates?.digest })
  })
  return faults.length === before
}

async function checkSkillAge(record: InstallRecord, context: CommandContext): Promise<Fault[]> {
  const { name, program_version: told } = record
  const { workspace } = context
  if (record.unread && !(await isReading(context))) return [unread(record, workspace)]
  const outdated = (message: string, fix: string): Fault[] => [
    {
      code: 'skill.outdated',
      app: name,
      message,
      hint: t('check-skill-age.hint', 'Run "{fix}" or "{cli} doctor --fix" to regenerate it.', { fix }),
      paths: [path.join(workspace.root, record.skill.path)],
    },
  ]
  if (await isOfOtherProgram(record, context))
    return outdated(
      t(
        'check-skill-age.skill-describes-as-before',
        'The skill of {name} describes {program} as it was before the system changed it.',
        {
          name,
          program:
            told === null
              ? t('check-skill-age.program', 'its program')
              : t('check-skill-age.program.program', 'the program {version}', { version: told }),
        },
      ),
      `${cliCall()} skill render ${name} --fresh`,
    )
  const { skills: settings, agents = [] } = await readWorkspaceFile(workspace)
  const layout = plannedLayout(settings, [...agents, ...(record.skill.agents ?? [])])
  if (!hasLayout(record, layout))
    return outdated(
      t(
        'check-skill-age.other-layout',
        'The skill of {name} is not where skills.layout of cli-apps.json wants it.',
        {
          name,
        },
      ),
      `${cliCall()} skill render ${name}`,
    )
  if (await isRenderedAlike({ record, asked: undefined, settings }, context)) return []
  return outdated(
    t(
      'check-skill-age.skill-outdated-language-templates',
      'The skill of {name} is outdated: its language, its templates or cli-apps itself changed.',
      { name },
    ),
    `${cliCall()} skill render ${name}`,
  )
}

/** What should have read it after its install was killed, or had no time. */
const unread = ({ name, skill }: InstallRecord, { root }: Workspace): Fault => ({
  code: 'skill.unread',
  app: name,
  message: t(
    'skill.unread',
    '{name} is installed, but the process that reads its help and runs its recipes was stopped.',
    { name },
  ),
  hint: t('skill.unread.hint', 'Run "{cli} skill finish" or "{cli} doctor --fix".'),
  paths: [path.join(root, skill.path)],
})

/** Checks whether the system now has a program other than the one that the skill describes. */
async function isOfOtherProgram(record: InstallRecord, context: CommandContext): Promise<boolean> {
  const { argv, system, skill } = record
  if (system === undefined) return false
  const program = await digestOfFile(executableOf(argv)).catch(() => undefined)
  if (program === undefined) return false
  if (skill.program !== undefined) return program !== skill.program
  if (program !== system.executable) return true
  const version = await openVerifier(context).systemVersion(record)
  return version !== null && system.version !== null && version !== system.version
}
