import { skillName } from '../app-name.ts'
import type { CommandNode } from '../command-tree.ts'
import type { AppManifest } from '../manifest.ts'
import { estimateTokens } from '../tokens.ts'
import { argsJson, callJson } from './call-json.ts'
import type { Frontmatter } from './frontmatter.ts'
import type { Block } from './pack-files.ts'
import { codeSpan, safeLine, safeProse } from './safe-text.ts'

export interface SkillFacts {
  manifest: AppManifest
  /** The commands of the installed program, else those that the manifest carries. */
  commands?: CommandNode | undefined
  /** Absent when the app is not installed: the skill then begins with how to install it. */
  installed?: { programVersion?: string | undefined } | undefined
  generator: { version: string }
  /** Digest of the manifest as published. */
  digest?: string | undefined
}

/** What the templates see. Every text is safe Markdown already, so templates print it as it is. */
export interface SkillView {
  title: string
  name: string
  entryPoint: string
  isInstalled: boolean
  summary: string
  description: string
  useWhen: string
  installCommand: string
  firstCall: string
  calls: { title: string; json: string }[]
  json: { args: string; isFirst: boolean } | null
  gotchas: string[]
  environment: string[]
  services: string[]
  programs: string[]
  effects: { isKnown: boolean; read: string; write: string; destructive: string }
  homepage: string
  docs: string
}

/** What did not fit into the view's part of the budget, for a reference of its own. */
export interface Overflow {
  notes: Block[]
}

/**
 * Manifest and facts as template data. Each section has a budget of tokens, multiplied by `scale`; `overflow` takes what
 * exceeds it.
 */
export function skillView(
  { manifest, installed }: SkillFacts,
  scale = 1,
): { view: SkillView; overflow: Overflow } {
  const overflow: Overflow = { notes: [] }
  const fit = (subject: string, lines: readonly string[], tokens: number): string[] => {
    const { shown, rest } = fitLines(lines, tokens * scale)
    for (const line of rest) overflow.notes.push({ subject, text: `- ${subject}: ${line}` })
    return shown
  }
  const { skill, requires, run } = manifest
  const calls = (skill?.quickstart ?? []).map(({ title, args }) => ({
    title: safeProse(title, 120),
    json: callJson(manifest.name, args),
  }))
  const shownCalls = fitLines(
    calls.map(({ title, json }) => `${title}\n${json}`),
    650 * scale,
  ).shown.length
  for (const { title, json } of calls.slice(shownCalls))
    overflow.notes.push({ subject: 'quick start', text: `- ${title}:\n\n  \`${json}\`` })
  const view: SkillView = {
    title: safeProse(manifest.display_name, 60),
    name: manifest.name,
    entryPoint: manifest.entry_point,
    isInstalled: installed !== undefined,
    summary: safeProse(manifest.summary, 120),
    description: safeProse(manifest.description, 700),
    useWhen: safeProse(skill?.use_when ?? '', 400),
    installCommand: `npx cli-apps install ${manifest.name}`,
    firstCall: callJson(manifest.name, run?.help ?? ['--help']),
    calls: calls.slice(0, shownCalls),
    json:
      run?.json === undefined
        ? null
        : { args: codeSpan(argsJson(run.json.args), 400), isFirst: run.json.position === 'first' },
    gotchas: fit(
      'gotcha',
      (skill?.gotchas ?? []).map((text) => safeProse(text, 300)),
      450,
    ),
    environment: fit('environment', (requires?.env ?? []).map(environmentLine), 300),
    services: fit('service', (requires?.services ?? []).map(serviceLine), 150),
    programs: fit(
      'program',
      (requires?.bins ?? []).map((name) => codeSpan(name, 80)),
      80,
    ),
    effects: effectsOf(manifest, { overflow, scale }),
    homepage: manifest.homepage ?? '',
    docs: manifest.docs ?? '',
  }
  return { view, overflow }
}

/** The leading lines that fit, and the others. */
export function fitLines(lines: readonly string[], tokens: number): { shown: string[]; rest: string[] } {
  let room = tokens
  const at = lines.findIndex((line) => {
    room -= estimateTokens(line) + 3
    return room < 0
  })
  return at < 0 ? { shown: [...lines], rest: [] } : { shown: lines.slice(0, at), rest: lines.slice(at) }
}

type Requirement = NonNullable<NonNullable<AppManifest['requires']>['env']>[number]

const environmentLine = ({ name, description, required, secret }: Requirement): string =>
  `${codeSpan(name, 130)} (${required ? 'required' : 'optional'}${secret ? ', secret' : ''}): ${safeProse(description, 200)}`

type Service = NonNullable<NonNullable<AppManifest['requires']>['services']>[number]

function serviceLine({ name, start, check }: Service): string {
  const how = [
    start === undefined ? '' : `started by a person with ${codeSpan(start, 200)}`,
    check === undefined ? '' : `checked with ${codeSpan(check, 200)}`,
  ].filter((part) => part !== '')
  return `${safeProse(name, 80)}${how.length === 0 ? '' : `: ${how.join(', ')}`}`
}

function effectsOf(
  manifest: AppManifest,
  { overflow, scale }: { overflow: Overflow; scale: number },
): SkillView['effects'] {
  const effects = manifest.run?.effects
  const list = (kind: 'read' | 'write' | 'destructive', tokens: number): string => {
    const { shown, rest } = fitLines(
      (effects?.[kind] ?? []).map((path) => codeSpan(path, 120)),
      tokens * scale,
    )
    if (rest.length > 0)
      for (const path of rest) overflow.notes.push({ subject: 'effect', text: `- ${kind}: ${path}` })
    return shown.join(', ') + (rest.length > 0 ? `, and ${rest.length} more in the notes` : '')
  }
  return {
    isKnown: effects !== undefined,
    read: list('read', 200),
    write: list('write', 250),
    destructive: list('destructive', 250),
  }
}

/** Front matter of the skill: what it does and when to use it, and where it came from. */
export function frontmatterOf({ manifest, installed, generator, digest }: SkillFacts): Frontmatter {
  const program = installed?.programVersion ?? manifest.program_version
  const metadata: Record<string, string> = { app: manifest.name, version: manifest.version }
  if (program !== undefined && line(program, 100) !== '') metadata['program-version'] = line(program, 100)
  metadata['generator-version'] = line(generator.version, 60)
  if (digest !== undefined) metadata['manifest-digest'] = line(digest, 200)
  return {
    name: skillName(manifest.name),
    description: descriptionOf(manifest),
    compatibility: `Needs the run_cli_app tool of cli-apps${installed === undefined ? ', and the app installed' : ''}.`,
    metadata,
  }
}

/** Front matter ends at the first three hyphens, wherever they stand, and is no place for markup. */
const line = (text: string, max: number): string =>
  safeLine(text, max).replace(/-{3,}/g, '--').replace(/[<>]/g, '')

function descriptionOf({ summary, description, skill, display_name, tags }: AppManifest): string {
  const sentence = (text: string): string => (/[.!?。！？]$/u.test(text) ? text : `${text}.`)
  const parts = [`${display_name}: ${sentence(summary)}`]
  if (description !== summary) parts.push(sentence(description))
  if (skill?.use_when !== undefined)
    parts.push(sentence(/^use /i.test(skill.use_when) ? skill.use_when : `Use when: ${skill.use_when}`))
  else
    parts.push(
      `Use when a task needs ${display_name}${tags === undefined || tags.length === 0 ? '' : ` (${tags.slice(0, 8).join(', ')})`}.`,
    )
  return line(parts.join(' '), 1024)
}
