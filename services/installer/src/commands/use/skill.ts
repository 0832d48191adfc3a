import { type AppName, cliCall, t, UsageError } from '@cli-apps/core'
import type { OptionValues } from '@cli-apps/core/command-line'
import { listInstalled, readWorkspaceFile } from '@cli-apps/core/node'
import type { ChangePlan } from '@cli-apps/core/results'
import { type Command, type CommandResult, changeOptions, globalOption, textOption } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import { getInstalled } from '../../skill/get-installed.ts'
import type { SkillResult } from '../../skill/skill-result.ts'
import type { Palette } from '../../ui/palette.ts'
import { installedName, installedNames } from '../../workspace/installed-name.ts'
import { settleWorkspace } from '../../workspace/settle-workspace.ts'

type Result = Promise<CommandResult<SkillResult | ChangePlan>>

const verbs = ['show', 'render', 'diff', 'lint', 'finish']

export const skill: Command<SkillResult | ChangePlan> = {
  summary: 'Show, regenerate, compare, lint and finish the skills of installed apps',
  usage: 'show <app> [file] | render [app …] | diff [app …] | lint [folder or app] | finish [app …]',
  completes: [verbs, 'installed'],
  options: {
    fresh: { type: 'boolean', description: 'With render and diff: read the help of the program again' },
    out: {
      type: 'string',
      value: 'DIR',
      completes: 'folder',
      description: 'With render: write the skill of one app into a new folder instead',
    },
    stdout: { type: 'boolean', description: 'With render: print the skill of one app instead' },
    ...globalOption,
    ...changeOptions,
  },
  async run([verb = '', ...words], options, context) {
    const { workspace, signal, output } = context
    refuseOptions(verb, options)
    await settleWorkspace(workspace, { signal, notice: output.notice })
    const [first, second] = words
    if (verb === 'show' && first !== undefined && words.length <= 2) return show(first, second, context)
    if (verb === 'render') return render(words, options, context)
    if (verb === 'diff') return diff(words, options, context)
    if (verb === 'lint' && words.length <= 1)
      return (await import('../../skill/lint-skills.ts')).lintSkills(first, context)
    if (verb === 'finish') return finish(words, context)
    throw new UsageError(
      'cli.bad-skill',
      t('cli.bad-skill', 'Expected a subcommand: skill <show|diff|render|lint|finish>.'),
      {
        hint: `${cliCall()} skill ${skill.usage}`,
      },
    )
  },
}

const optionsOf: Readonly<Record<string, readonly string[]>> = {
  render: ['fresh', 'out', 'stdout', 'dry-run', 'yes'],
  diff: ['fresh'],
}

/** An option that does nothing is no help to anybody. */
function refuseOptions(verb: string, options: OptionValues): void {
  const own = Object.keys(skill.options).filter((name) => options[name] !== undefined)
  const idle = own.find((name) => !(optionsOf[verb] ?? []).includes(name))
  if (idle === undefined || !verbs.includes(verb)) return
  throw new UsageError(
    'cli.bad-option',
    t('cli.bad-option', '--{idle} does not apply to "skill {verb}".', { idle, verb }),
    {
      hint: t('cli.bad-option.hint.run-cli-apps-skill-help', 'Run "{cli} skill --help" to list the options.'),
    },
  )
}

async function show(app: string, file: string | undefined, context: CommandContext): Result {
  const { showSkill } = await import('../../skill/show-skill.ts')
  const shown = await showSkill(
    await getInstalled(await installedName(app, context), context),
    file,
    context.workspace,
  )
  for (const { path, state } of shown.value.files) {
    if (state === 'edited') context.output.notice(t('skill.edited', '{path} was edited.', { path }))
    if (state === 'missing') context.output.notice(t('skill.missing', '{path} is missing.', { path }))
  }
  return shown
}

async function finish(words: readonly string[], context: CommandContext): Result {
  const { finishSkills } = await import('../../unread/finish-skills.ts')
  return finishSkills(words.length > 0 ? await installedNames(words, context) : [], context)
}

async function render(words: readonly string[], options: OptionValues, context: CommandContext): Result {
  const out = textOption(options, 'out')
  if (out === undefined && options.stdout !== true) {
    const { renderSkills } = await import('../../skill/render-skills.ts')
    return renderSkills(await planAll(words, options, context), options, context)
  }
  const [app] = words
  if (app === undefined || words.length > 1 || (out !== undefined && options.stdout === true))
    throw new UsageError(
      'cli.bad-skill',
      t(
        'cli.bad-skill.out-stdout-require-one',
        '--out and --stdout require one app, and exclude each other.',
      ),
      {
        hint: t('cli.bad-skill.hint', 'Run: {cli} skill render <app> --out DIR, or --stdout.'),
      },
    )
  const { placeSkill, printSkill } = await import('../../skill/place-skill.ts')
  const generated = await generate(await installedName(app, context), options, context)
  if (out === undefined) return printSkill(generated)
  return placeSkill(generated, out, { ...context, isDryRun: options['dry-run'] === true })
}

/** The skill as it is made, with nothing that a person added to the one of the workspace. */
async function generate(name: AppName, options: OptionValues, context: CommandContext) {
  const { documentApp } = await import('../../skill/document-app.ts')
  const { readSkillStyle } = await import('../../skill/skill-style.ts')
  const { workspace } = context
  const record = await getInstalled(name, context)
  const { skills: settings } = await readWorkspaceFile(workspace)
  const style = await readSkillStyle({ asked: context.askedLanguage, record, settings }, context)
  const { readSkillTree } = await import('../../skill/read-skill-tree.ts')
  const fresh = await readAgain(record, options, context)
  const commands = fresh?.commands ?? (await readSkillTree(workspace, record))
  const app = fresh === undefined ? record : { ...record, program_version: fresh.programVersion }
  return { record, style, documents: await documentApp(app, commands, style) }
}

async function diff(words: readonly string[], options: OptionValues, context: CommandContext): Result {
  const { diffSkills } = await import('../../skill/diff-skills.ts')
  const planned = await planAll(words, options, context)
  return { ...diffSkills(planned.map(({ rendering }) => rendering)), paint: paintLine }
}

function paintLine(line: string, paint: Palette): string {
  if (/^(---|\+\+\+) /.test(line)) return paint.bold(line)
  if (line.startsWith('@@')) return paint.dim(line)
  if (line.startsWith('+')) return paint.green(line)
  return line.startsWith('-') ? paint.red(line) : line
}

async function planAll(words: readonly string[], options: OptionValues, context: CommandContext) {
  const { planRender } = await import('../../skill/plan-render.ts')
  const names =
    words.length > 0
      ? [...new Set(await installedNames(words, context))]
      : await listInstalled(context.workspace)
  const planned = []
  for (const name of names) {
    const record = await getInstalled(name, context)
    const wish = { language: context.askedLanguage, fresh: await readAgain(record, options, context) }
    planned.push({ rendering: await planRender(record, context, wish), options: wish })
  }
  return planned
}

async function readAgain(
  record: Awaited<ReturnType<typeof getInstalled>>,
  options: OptionValues,
  context: CommandContext,
) {
  if (options.fresh !== true) return undefined
  return (await import('../../install/read-fresh.ts')).readFresh(record, context)
}
