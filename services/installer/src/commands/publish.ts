import { AppManifest, InvalidError, PublishReceipt, registryPaths } from '@cli-apps/core'
import { manifestDigest } from '@cli-apps/core/node'
import { type Command, registryOption } from '../command.ts'
import { readManifestFile } from '../publisher/read-manifest-file.ts'
import { findServer, requireAccount } from '../publisher/server.ts'
import { problemCount, unjudgedText, type Verdict, verdictOf } from '../publisher/verdict.ts'

export const publish: Command = {
  summary: 'Publish the manifest of an app to a registry',
  usage: '<manifest.json>',
  options: {
    ...registryOption,
    'dry-run': { type: 'boolean', description: 'Say what publishing would say, and stop' },
  },
  async run(args, options, context) {
    const source = await readManifestFile(args, { command: 'publish', cwd: context.cwd })
    const { file, text, json } = source
    const parsed = AppManifest.safeParse(json)
    // What cannot even be addressed, the registry need not see.
    if (!parsed.success) throw refused(file, await verdictOf(source, undefined))
    const { name, version } = parsed.data
    if (options['dry-run'] === true) {
      const verdict = await verdictOf(source, await findServer(options, context))
      if (verdict.issues.length > 0) throw refused(file, verdict)
      const digest = manifestDigest(json)
      return {
        value: { name, version, digest, published: false, unjudged: verdict.unjudged },
        text: `${name} ${version} can be published; ${digest}\n${unjudgedText(verdict)}`.trimEnd(),
      }
    }
    const server = await requireAccount(options, context)
    const { status, value } = await server.ask({
      method: 'PUT',
      path: registryPaths.publish(name, version),
      body: text,
      answer: PublishReceipt,
    })
    const isNew = status === 201
    return {
      value: { ...value, registry: server.location, published: isNew },
      text: isNew
        ? `Published ${name} ${version} to ${server.location}.`
        : `${server.location} has exactly this ${name} ${version} already.`,
    }
  },
}

const refused = (file: string, verdict: Verdict): InvalidError =>
  new InvalidError('manifest.invalid', `${file} has ${problemCount(verdict)}.`, {
    hint: 'Mend what is listed; "cli-apps validate" says the same.',
    issues: verdict.issues,
  })
