import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { NotFoundError, parseJson, UsageError } from '@cli-apps/core'
import { isMissing } from '@cli-apps/core/node'

/** The one manifest file that a command is about, as text and as JSON. */
export async function readManifestFile(
  args: readonly string[],
  { command, cwd }: { command: string; cwd: string },
): Promise<{ file: string; text: string; json: unknown }> {
  const [file, ...more] = args
  if (file === undefined || more.length > 0)
    throw new UsageError('cli.missing-file', 'Give one manifest file.', {
      hint: `cli-apps ${command} <manifest.json>`,
    })
  // Whoever names a file may well name a pipe: <(jq …).
  const text = await readFile(path.resolve(cwd, file), 'utf8').catch((error) => {
    if (!isMissing(error)) throw error
    return undefined
  })
  if (text === undefined)
    throw new NotFoundError('manifest.no-file', `There is no file ${file}.`, { hint: 'Check the path.' })
  return { file, text, json: parseJson(text, file) }
}
