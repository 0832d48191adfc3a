import { type Command, registryOption } from '../command.ts'
import { readManifestFile } from '../publisher/read-manifest-file.ts'
import { findServer } from '../publisher/server.ts'
import { problemCount, unjudgedText, verdictOf } from '../publisher/verdict.ts'
import { issueText } from '../ui/output.ts'

export const validate: Command = {
  summary: 'Say what publishing would say of a manifest',
  usage: '<manifest.json>',
  options: {
    ...registryOption,
    offline: { type: 'boolean', description: 'Ask no registry, and leave what only one knows unjudged' },
  },
  async run(args, options, context) {
    const source = await readManifestFile(args, { command: 'validate', cwd: context.cwd })
    const server = options.offline === true ? undefined : await findServer(options, context)
    const verdict = await verdictOf(source, server)
    const { issues, unjudged } = verdict
    const valid = issues.length === 0
    const lines = [
      valid ? `${source.file} can be published.` : `${source.file} has ${problemCount(verdict)}:`,
      ...issues.map((issue) => `  ${issueText(issue)}`),
      unjudgedText(verdict),
    ]
    return {
      value: { valid, issues, unjudged, registry: server?.location ?? null },
      text: lines.filter((line) => line !== '').join('\n'),
      exitStatus: valid ? 0 : 3,
    }
  },
}
