import path from 'node:path'
import { Platform, t, UsageError } from '@cli-apps/core'
import { jsonText, readLockfile, readPlatform } from '@cli-apps/core/node'
import { type Command, globalOption, textOption } from '../../command.ts'
import type { SbomResult } from '../../sbom/sbom-result.ts'
import { workspaceBom } from '../../sbom/workspace-bom.ts'
import { version } from '../../version.ts'

export const sbom: Command<SbomResult> = {
  summary: 'Print a bill of materials of locked packages, as CycloneDX JSON',
  usage: '',
  options: {
    ...globalOption,
    platform: {
      type: 'string',
      value: 'PLATFORM',
      description: 'List the packages of this platform (default: this machine)',
      completes: Platform.options,
    },
  },
  async run(args, options, { workspace }) {
    if (args.length > 0)
      throw new UsageError(
        'cli.too-many',
        t('cli.too-many.sbom-lists-all-locked', 'sbom lists all locked packages and takes no names.'),
        {
          hint: t(
            'cli.too-many.hint.write-file-run-cli-apps',
            'To write it to a file, run "{cli} sbom > sbom.cdx.json".',
          ),
        },
      )
    const value = workspaceBom(await readLockfile(workspace), {
      name: path.basename(workspace.root) || 'workspace',
      platform: parsePlatform(textOption(options, 'platform')),
      toolVersion: version,
    })
    return { value, text: jsonText(value).trimEnd(), isVerbatim: true }
  },
}

function parsePlatform(word: string | undefined): Platform {
  if (word === undefined) return readPlatform()
  const { data } = Platform.safeParse(word)
  if (data !== undefined) return data
  throw new UsageError(
    'cli.bad-platform',
    t('cli.bad-platform', '{word} is not a valid platform.', { word: JSON.stringify(word) }),
    {
      hint: t('cli.bad-platform.hint', 'Use one of {options}.', { options: Platform.options.join(', ') }),
    },
  )
}
