import type { CommandNode } from '../command-tree.ts'
import { findInjections } from '../injection/index.ts'
import { jsonPath } from '../issues.ts'
import type { AppManifest } from '../manifest.ts'
import { findPromptMark } from '../prompt-marks.ts'
import { unseen } from '../to-line.ts'
import { findExecutedText } from './substitution.ts'

/** A text that is kept from models, and why. */
export interface LeftOut {
  /** `skill.gotchas[1]` */
  path: string
  /** Such as `injection.override` or `publish.prompt-imitation`. */
  rule: string
  /** "an order to set aside earlier instructions" */
  what: string
}

export interface VettedManifest {
  manifest: AppManifest
  leftOut: LeftOut[]
}

/** What publishing would say of a text: the first reason to keep it from a model. */
function faultOf(text: string, { isArgument = false } = {}): Pick<LeftOut, 'rule' | 'what'> | undefined {
  const lines = text.replace(/\r\n?/g, '\n')
  const mark = findPromptMark(lines)
  if (mark !== undefined) return { rule: 'publish.prompt-imitation', what: mark.what }
  if (findExecutedText(text) !== undefined)
    return { rule: 'publish.executed-text', what: 'a command that an agent would run' }
  if (unseen.test(isArgument ? text.replace(/[\n\r\t]/g, '') : text))
    return { rule: 'publish.unseen-character', what: 'a character that nobody sees' }
  if (text.length < 8) return undefined
  const [found] = findInjections(lines, 'manifest')
  return found && { rule: found.rule.id, what: found.rule.what }
}

/**
 * A manifest with nothing in its shown texts that the publishing rules would refuse or hold, whoever published it. What the
 * app needs to work (names, methods, arguments of `run`) stays; its command tree is vetted by `vetTree`.
 */
export function vetManifest(manifest: AppManifest): VettedManifest {
  const leftOut: LeftOut[] = []
  const isFine = (text: string, path: readonly PropertyKey[], isArgument = false): boolean => {
    const fault = faultOf(text, { isArgument })
    if (fault !== undefined) leftOut.push({ path: jsonPath(path), ...fault })
    return fault === undefined
  }
  const fineTexts = (texts: readonly string[] | undefined, ...path: PropertyKey[]): string[] | undefined =>
    texts?.filter((text, at) => isFine(text, [...path, at]))
  const { skill, requires, i18n, run } = manifest
  const vetted: AppManifest = {
    ...manifest,
    display_name: isFine(manifest.display_name, ['display_name']) ? manifest.display_name : manifest.name,
    summary: isFine(manifest.summary, ['summary']) ? manifest.summary : manifest.name,
    tags: fineTexts(manifest.tags, 'tags'),
    aliases: fineTexts(manifest.aliases, 'aliases'),
  }
  if (!isFine(manifest.description, ['description'])) vetted.description = vetted.summary
  if (i18n !== undefined)
    vetted.i18n = Object.fromEntries(
      Object.entries(i18n).filter(([language, texts]) =>
        Object.entries(texts).every(([key, text]) => isFine(String(text), ['i18n', language, key])),
      ),
    )
  if (skill !== undefined)
    vetted.skill = {
      ...(skill.use_when !== undefined &&
        isFine(skill.use_when, ['skill', 'use_when']) && { use_when: skill.use_when }),
      ...(skill.gotchas && { gotchas: fineTexts(skill.gotchas, 'skill', 'gotchas') }),
      ...(skill.quickstart && {
        quickstart: skill.quickstart.filter(
          ({ title, args }, at) =>
            isFine(title, ['skill', 'quickstart', at, 'title']) &&
            args.every((text, index) => isFine(text, ['skill', 'quickstart', at, 'args', index], true)),
        ),
      }),
    }
  if (requires !== undefined)
    vetted.requires = {
      ...requires,
      ...(requires.env && {
        env: requires.env.map((entry, at) =>
          isFine(entry.description, ['requires', 'env', at, 'description'])
            ? entry
            : { ...entry, description: entry.name },
        ),
      }),
      ...(requires.services && {
        services: requires.services.filter((service, at) =>
          Object.entries(service).every(([key, text]) =>
            isFine(String(text), ['requires', 'services', at, key]),
          ),
        ),
      }),
      ...(requires.accounts && {
        accounts: requires.accounts.filter(({ name }, at) =>
          isFine(name, ['requires', 'accounts', at, 'name']),
        ),
      }),
    }
  if (run?.json?.args.some((text, at) => !isFine(text, ['run', 'json', 'args', at], true)))
    vetted.run = { ...run, json: undefined }
  return { manifest: leftOut.length === 0 ? manifest : vetted, leftOut }
}

/**
 * A command tree, of a manifest or of a program's own help, without the texts that read like an attack. Marks of prompts
 * in it are taken apart where it is rendered, as help has brackets of its own.
 */
export function vetTree(tree: CommandNode): CommandNode {
  const isFine = (text: string): boolean => text.length < 8 || findInjections(text, 'manifest').length === 0
  const fine = (text: string): string => (isFine(text) ? text : '')
  return {
    ...tree,
    summary: fine(tree.summary),
    usage: tree.usage.filter(isFine),
    examples: tree.examples.filter(isFine),
    options: tree.options.map((option) => ({
      ...option,
      description: fine(option.description),
      choices: option.choices.filter(isFine),
      default: option.default === null || isFine(option.default) ? option.default : null,
    })),
    commands: tree.commands.filter(({ name }) => isFine(name)).map(vetTree),
  }
}
