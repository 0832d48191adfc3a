import path from 'node:path'
import { NotFoundError, parseJson, parseManifest, UnauthenticatedError, UsageError } from '@cli-apps/core'
import { manifestDigest, publishManifest, readText, readWorkspaceFile } from '@cli-apps/core/node'
import { type Command, registryOption, textOption } from '../command.ts'
import { registryLocations } from '../install/registries.ts'

export const publish: Command = {
  summary: 'Publish the manifest of an app to a registry',
  usage: '<manifest.json>',
  options: {
    ...registryOption,
    'dry-run': { type: 'boolean', description: 'Check the manifest and stop' },
  },
  async run(args, options, context) {
    const [file, ...more] = args
    if (file === undefined || more.length > 0)
      throw new UsageError('cli.missing-file', 'Give one manifest file.', {
        hint: 'cli-apps publish <manifest.json>',
      })
    const text = await readText(path.resolve(context.cwd, file))
    if (text === undefined)
      throw new NotFoundError('manifest.no-file', `There is no file ${file}.`, { hint: 'Check the path.' })
    const json = parseJson(text, file)
    const { name, version } = parseManifest(json, file)
    const digest = manifestDigest(json)
    if (options['dry-run'] === true)
      return {
        value: { name, version, digest, published: false },
        text: `${name} ${version} is sound; ${digest}`,
      }
    const [location = ''] = registryLocations(context, {
      flag: textOption(options, 'registry'),
      declared: await readWorkspaceFile(context.workspace),
    })
    const { token } = context.config
    if (token === undefined) {
      throw new UnauthenticatedError('auth.no-token', 'Publishing needs a token.', {
        hint: 'Set CLI_APPS_TOKEN to a token that "cli-apps-registry token create" printed.',
      })
    }
    const { receipt, isNew } = await publishManifest(location, { name, version, text, token })
    return {
      value: { ...receipt, registry: location, published: isNew },
      text: isNew
        ? `Published ${name} ${version} to ${location}.`
        : `${location} has exactly this ${name} ${version} already.`,
    }
  },
}
