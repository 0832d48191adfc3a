import { t } from '@cli-apps/core'
import { type Command, registryOption } from '../../command.ts'
import { findMissingSources, sourcesOption } from '../../publisher/find-missing-sources.ts'
import type { ValidateResult } from '../../publisher/publisher-results.ts'
import { readManifestFile } from '../../publisher/read-manifest-file.ts'
import { findServer } from '../../publisher/server.ts'
import { convertedText, notesOn, problemsText, unjudgedText, verdictOf } from '../../publisher/verdict.ts'
import { issueText } from '../../ui/error-text.ts'

export const validate: Command<ValidateResult> = {
  summary: 'Check a manifest by the rules for publishing',
  usage: '<manifest.json>',
  completes: ['file', []],
  options: {
    ...registryOption,
    ...sourcesOption,
    offline: { type: 'boolean', description: 'Ask no registry, and skip the rules that need one' },
  },
  async run(args, options, context) {
    const source = await readManifestFile(args, { command: 'validate', cwd: context.cwd })
    const server = options.offline === true ? undefined : await findServer(options, context)
    const { publication } = source
    const sources = await findMissingSources(publication.manifest, options, { server, context })
    const verdict = await verdictOf(publication, server, sources)
    const { issues, held, unjudged } = verdict
    const valid = issues.length === 0
    const notes = notesOn(publication)
    const lines = [
      valid
        ? t('validate.can-published', '{file} can be published.', { file: source.file })
        : problemsText(source.file, verdict),
      ...issues.map((issue) => `  ${issueText(issue)}`),
      ...(held.length === 0
        ? []
        : [
            t(
              'validate.registry-would-hold-until',
              'A registry would hold it until its operator approves it:',
            ),
            ...held.map((issue) => `  ${issueText(issue)}`),
          ]),
      convertedText(publication),
      ...notes,
      ...sources.unknown,
      unjudgedText(verdict),
    ]
    return {
      value: {
        valid,
        issues: [...issues],
        held: [...held],
        unjudged: [...unjudged],
        notes,
        registry: server?.location ?? null,
      },
      text: lines.filter((line) => line !== '').join('\n'),
      exitStatus: valid ? 0 : 3,
    }
  },
}
