import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ConflictError, cliCall, NotFoundError, parseAppName, t, UsageError } from '@cli-apps/core'
import { aboutFile, exists, hasCode, jsonText } from '@cli-apps/core/node'
import { type Command, changeOptions, offlineOption, textOption } from '../../command.ts'
import { askAnswers } from '../../draft/ask-answers.ts'
import { draftApp } from '../../draft/draft-app.ts'
import { findFacts } from '../../draft/find-facts.ts'
import type { NewResult } from '../../draft/new-result.ts'
import { canAsk } from '../../ui/prompt.ts'
import { tableText } from '../../ui/table.ts'

export const newCommand: Command<NewResult> = {
  summary: 'Draft the manifest of an app, from a package, a program or your answers',
  usage: '<name>',
  completes: [[]],
  options: {
    npm: {
      type: 'string',
      value: 'PACKAGE',
      description: 'Take what npm knows of this package, or of NAME@VERSION',
    },
    apt: { type: 'string', value: 'PACKAGE', description: 'Take what Debian knows of this package' },
    program: {
      type: 'string',
      value: 'PROGRAM',
      description: 'Read the help and the version of this program, by its name on PATH or its path',
      completes: 'file',
    },
    output: {
      type: 'string',
      value: 'FILE',
      description: 'Write the manifest to this file (default: NAME.json in this folder)',
      completes: 'file',
    },
    yes: { ...changeOptions.yes, description: 'Ask no questions' },
    ...offlineOption,
  },
  async run(args, options, context) {
    const name = nameIn(args)
    const file = textOption(options, 'output') ?? `${name}.json`
    const place = path.resolve(context.cwd, file)
    if (await exists(place)) throw fileExists(file)
    const named = {
      npm: textOption(options, 'npm'),
      apt: textOption(options, 'apt'),
      program: textOption(options, 'program'),
    }
    const { facts, notices } = await findFacts(name, named, context)
    const asks = options.yes !== true && canAsk(context)
    if (facts.length === 0 && !asks) throw nothingFound(name, notices)
    const answers = asks ? await askAnswers(name, facts, context) : {}
    const { manifest, missing } = draftApp(name, facts, answers)
    await writeNew(place, jsonText(manifest), file)
    const sources = facts.map(({ source }) => source)
    const value = { name, file, manifest, sources, missing: [...missing], notices }
    return { value, text: newText(value) }
  },
}

function nameIn([word, ...more]: readonly string[]) {
  if (word === undefined || more.length > 0)
    throw new UsageError('cli.missing-name', t('new.missing-name', 'Expected one name for the app.'), {
      hint: `${cliCall()} new <name>`,
    })
  return parseAppName(word)
}

/** Never replaces a file, also not one that was made in the meantime. */
async function writeNew(place: string, text: string, file: string): Promise<void> {
  try {
    await writeFile(place, text, { flag: 'wx' })
  } catch (error) {
    throw hasCode(error, 'EEXIST') ? fileExists(file) : aboutFile(error, file)
  }
}

function newText({ file, manifest: { install }, sources, missing, notices }: NewResult): string {
  const what = sources.join(', ') || t('new.answers', 'your answers')
  return [
    t('new.written', 'Wrote {file} from {sources}.', { file, sources: what }),
    ...(Array.isArray(install) && install.length > 1
      ? [
          t(
            'new.same-program',
            'Make sure that these are the same program; remove the method of another one.',
          ),
        ]
      : []),
    ...notices.map((notice) => t('new.notice', 'Left out: {notice}', { notice })),
    t('new.missing', 'Left to write:'),
    ...tableText(missing.map(({ key, what: belongs }) => [key, belongs]))
      .split('\n')
      .map((line) => `  ${line}`),
    t('new.next', 'Then run: {cli} validate {file}, and: {cli} try {file}', { file }),
  ].join('\n')
}

const fileExists = (file: string): ConflictError =>
  new ConflictError('new.file-exists', t('new.file-exists', '{file} exists already.', { file }), {
    hint: t('new.file-exists.hint', 'Name another file with --output, or edit this one.'),
  })

const nothingFound = (name: string, notices: readonly string[]): NotFoundError =>
  new NotFoundError(
    'new.nothing-found',
    t('new.nothing-found', 'Neither npm, Debian nor PATH has a program {name}{reason}.', {
      name,
      reason: notices.length === 0 ? '' : ` (${notices.join('; ')})`,
    }),
    {
      hint: t(
        'new.nothing-found.hint',
        'Name its package or program: --npm PACKAGE, --apt PACKAGE or --program PROGRAM.',
      ),
    },
  )
