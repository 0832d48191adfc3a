import { installedVersion, t, versionText } from '@cli-apps/core'
import { plural } from '@cli-apps/core/messages'
import { type Command, globalOption } from '../../command.ts'
import type { CommandContext } from '../../context.ts'
import type { VerifyResult } from '../../health/health-results.ts'
import { openVerifier } from '../../health/open-verifier.ts'
import type { TriedRecipe } from '../../health/try-recipes.ts'
import { type AppVerification, verifyInstalled } from '../../health/verify-installed.ts'
import { tableText } from '../../ui/table.ts'
import { installedNames } from '../../workspace/installed-name.ts'

export const verify: Command<VerifyResult> = {
  summary: 'Verify programs, records, lockfile and skills, without a registry',
  usage: '[name …]',
  completes: ['installed'],
  options: {
    ...globalOption,
    recipes: {
      type: 'boolean',
      description: 'Also run the recipes that state what is expected and need nothing else, confined',
    },
  },
  async run(args, options, context) {
    const started = performance.now()
    const verified = await verifyInstalled(await installedNames(args, context), openVerifier(context))
    const { faults } = verified
    const apps: AppWithRecipes[] =
      options.recipes === true ? await withRecipes(verified.apps, context) : verified.apps
    const all = [...faults, ...apps.flatMap((app) => app.faults)]
    const durationMs = Math.round(performance.now() - started)
    const { root } = context.workspace
    const lines = [
      apps.length === 0
        ? t('verify.no-apps-installed', 'No apps are installed in {root}.', { root })
        : tableText(apps.map(row)),
      ...apps.flatMap(({ name, recipes }) => (recipes === undefined ? [] : [recipesText(name, recipes)])),
      ...all.map(({ message, hint }) => `${message}\n  ${hint}`),
      ...(apps.length === 0 ? [] : [summaryText(apps, { faults: all.length, durationMs })]),
    ]
    return {
      value: { workspace: root, apps: apps.map(appResult), faults: all, duration_ms: durationMs },
      text: lines.join('\n'),
      exitStatus: all.length === 0 ? 0 : 8,
    }
  },
}

type AppWithRecipes = AppVerification & { recipes?: TriedRecipe[] }

/** Runs recipes one app after the other; a broken app is not run. */
async function withRecipes(
  apps: readonly AppVerification[],
  context: CommandContext,
): Promise<AppWithRecipes[]> {
  const { tryRecipes } = await import('../../health/try-recipes.ts')
  const tried: AppWithRecipes[] = []
  for (const app of apps) {
    if (app.level === 'broken') {
      tried.push(app)
      continue
    }
    const progress = context.output.progress(
      t('verify.recipes', 'run the recipes of {name}', { name: app.name }),
    )
    try {
      const { recipes, faults } = await tryRecipes(app.name, context)
      tried.push({ ...app, recipes, faults: [...app.faults, ...faults] })
    } finally {
      progress.done()
    }
  }
  return tried
}

function recipesText(name: string, recipes: readonly TriedRecipe[]): string {
  const count = (outcome: TriedRecipe['outcome']): number =>
    recipes.filter((recipe) => recipe.outcome === outcome).length
  return t('verify.recipes-ran', '{name}: {passed} recipes passed, {failed} failed, {rest} not run', {
    ...{ name, passed: count('passed'), failed: count('failed'), rest: count('not-run') },
  })
}

const levelText = {
  signed: () => t('verify.signed', 'signed'),
  digest: () => t('verify.digest', 'digest'),
  broken: () => t('verify.broken', 'broken'),
} as const

const appResult = ({ name, record, ...app }: AppWithRecipes): VerifyResult['apps'][number] => ({
  name,
  version: record?.version ?? null,
  installed_version: record === undefined ? null : installedVersion(record).version,
  ...app,
})

const row = ({ name, record, level, key, files }: AppVerification): string[] => [
  name,
  record === undefined ? '' : versionText(record),
  levelText[level](),
  filesText(files.program),
  key ?? '',
]

const filesText = (count: number): string =>
  count === 0 ? '' : plural('verify.files', '{count, plural, one {# file} other {# files}}', { count })

function summaryText(
  apps: readonly AppVerification[],
  { faults, durationMs }: { faults: number; durationMs: number },
): string {
  const count = (level: AppVerification['level']): number => apps.filter((app) => app.level === level).length
  const files = apps.reduce((sum, app) => sum + app.files.program + app.files.skill, 0)
  return plural(
    'verify.summary',
    '{count, plural, one {# app} other {# apps}}: {signed} signed, {byDigest} by digest, {broken} broken; {files, plural, one {# file} other {# files}}, {faults, plural, one {# fault} other {# faults}}, {durationMs} ms.',
    {
      count: apps.length,
      signed: count('signed'),
      byDigest: count('digest'),
      broken: count('broken'),
      files,
      faults,
      durationMs,
    },
  )
}
