import { type AppManifest, type CommandNode, estimateTokens, skillFile, t } from '@cli-apps/core'
import { countCalls } from './calls/calls.ts'
import type { ScoreFactor, SkillFinding, SkillReport } from './finding.ts'
import type { Remark } from './lint-rule.ts'
import { lintRules } from './rules.ts'
import { scoreFactor, scoreOf, unjudgedFactor, weights } from './score.ts'
import { type SkillDraft, skillDraftOf, textField } from './skill-draft.ts'
import type { SkillFile } from './skill-file.ts'

export interface LintSkillOptions {
  files: readonly SkillFile[]
  /** Name of the folder, which must be the skill's name by the specification. */
  folderName: string
  /** Number of entries in the folder that were not read. */
  unread?: number
  /** The program's command tree, if it is known. */
  tree?: CommandNode | undefined
  manifest?: Pick<AppManifest, 'name' | 'entry_point'> | undefined
}

/** Limit of reported findings; the rest are only counted. */
const maxFindings = 500

/** Checks any skill folder, generated or not. Never throws because of its content; takes linear time. */
export function lintSkill({ files, folderName, unread = 0, tree, manifest }: LintSkillOptions): SkillReport {
  const names = [manifest?.entry_point, manifest?.name, tree?.name].filter((name) => name !== undefined)
  const draft = skillDraftOf(files, {
    folderName,
    unread,
    program: tree === undefined ? undefined : { names: [...new Set(names)], tree },
  })
  const judged = lintRules.map(({ factor, check }) => ({ factor, remarks: check(draft) }))
  const factors = (Object.keys(weights) as ScoreFactor['name'][]).map((name) => {
    const remarks = judged.filter(({ factor }) => factor === name).flatMap(({ remarks: own }) => own)
    if (name === 'commands') return commandsFactor(draft, remarks)
    // An unreadable description has no findings, but must not earn points either.
    if (name === 'description' && draft.front.problem !== undefined)
      return {
        name,
        weight: weights[name],
        points: 0,
        why: t('lint-skill.description-cannot-read', 'The description cannot be read.'),
      }
    return scoreFactor(name, remarks, praise[name]())
  })
  const findings = judged.flatMap(({ remarks }) => remarks.map(findingOf)).sort(byWeight)
  const count = (severity: SkillFinding['severity']): number =>
    findings.filter((finding) => finding.severity === severity).length
  return {
    name: textField(draft, 'name') ?? null,
    program: draft.program?.names[0] ?? null,
    tokens: estimateTokens(draft.text),
    score: scoreOf(factors),
    factors,
    findings: findings.slice(0, maxFindings),
    counts: { error: count('error'), warning: count('warning'), note: count('note') },
  }
}

const praise: Readonly<Record<ScoreFactor['name'], () => string>> = {
  specification: () => t('lint-skill.praise.specification', 'Front matter follows the specification.'),
  description: () => t('lint-skill.praise.description', 'The description says what and when.'),
  budget: () => t('lint-skill.praise.budget', 'Every file is short enough.'),
  references: () => t('lint-skill.praise.references', 'Links lead somewhere, and every reference is named.'),
  commands: () =>
    t('lint-skill.praise.commands', 'Every call that could be judged is one that the program knows.'),
  safety: () => t('lint-skill.praise.safety', 'Nothing hidden, secret or risky was found.'),
  text: () => t('lint-skill.praise.text', 'No gaps and no duplicate headings.'),
}

function commandsFactor(draft: SkillDraft, remarks: readonly Remark[]): ScoreFactor {
  if (draft.program === undefined)
    return unjudgedFactor(
      'commands',
      t('lint-skill.there-no-program-compare', 'There is no program to compare the skill with.'),
    )
  const { total, judged } = countCalls(draft)
  if (total === 0)
    return unjudgedFactor(
      'commands',
      t('lint-skill.skill-shows-no-call', 'The skill shows no call of the program.'),
    )
  if (judged === 0 && remarks.length === 0)
    return unjudgedFactor(
      'commands',
      t(
        'lint-skill.none-calls-could-judged',
        'None of {total} calls could be judged: they leave words open, or the tree has gaps.',
        { total },
      ),
    )
  const { why, ...factor } = scoreFactor('commands', remarks, praise.commands())
  return {
    ...factor,
    why: t('lint-skill.calls-could-judged', '{why} Of {total} calls, {judged} could be judged.', {
      why,
      total,
      judged,
    }),
  }
}

const findingOf = ({ code, severity, file = skillFile, line, message, hint }: Remark): SkillFinding => ({
  code,
  severity,
  file,
  line: line ?? null,
  message,
  hint,
})

const order: Readonly<Record<SkillFinding['severity'], number>> = { error: 0, warning: 1, note: 2 }

const byWeight = (a: SkillFinding, b: SkillFinding): number =>
  order[a.severity] - order[b.severity] ||
  Number(b.file === skillFile) - Number(a.file === skillFile) ||
  (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) ||
  (a.line ?? 0) - (b.line ?? 0)
