import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { InvalidError, NotFoundError, t, UsageError } from '@cli-apps/core'
import { hasCode, isMissing, type PublicationFile, readPublicationText } from '@cli-apps/core/node'
import { locateIssues } from '@cli-apps/core/publish-rules'

/** Reads the manifest file that a command was given, with the command trees next to it. */
export async function readManifestFile(
  args: readonly string[],
  { command, cwd }: { command: string; cwd: string },
): Promise<{ file: string; publication: PublicationFile }> {
  const [file, ...more] = args
  if (file === undefined || more.length > 0)
    throw new UsageError('cli.missing-file', t('cli.missing-file', 'Expected one manifest file.'), {
      hint: t('cli.missing-file.hint', 'cli-apps {command} <manifest.json>', { command }),
    })
  // The file may be a pipe, such as `<(jq …)`.
  const place = path.resolve(cwd, file)
  const text = await readFile(place, 'utf8').catch((error) => {
    if (!isMissing(error)) throw error
    return undefined
  })
  if (text === undefined)
    throw new NotFoundError('manifest.no-file', t('manifest.no-file', 'File not found: {file}.', { file }), {
      hint: t('manifest.no-file.hint', 'Check the path.'),
    })
  const reading = readPublicationText(text, { folder: path.dirname(place), what: file })
  const publication = await reading.catch((error: unknown) => {
    throw hasCode(error, 'json.syntax') ? withPlace(error, text) : error
  })
  return { file, publication }
}

/** Node says only of some errors, and only in some versions, where they are. */
function withPlace(error: unknown, text: string): unknown {
  const { fault } = locateIssues({ text, issues: [] })
  if (!(error instanceof InvalidError) || fault === undefined) return error
  const { code, message, hint, cause } = error
  const issue = { path: '', message: t('manifest.not-json', 'is not JSON from here on'), ...fault }
  return new InvalidError(code, message, { ...(hint && { hint }), cause, issues: [issue] })
}
