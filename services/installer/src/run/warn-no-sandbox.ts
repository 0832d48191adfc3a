import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { t } from '@cli-apps/core'
import { findBubblewrap, hasCode, isDiskRefusal } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'

/** Returns why apps run without a sandbox here; `undefined` if one works. */
export async function whyNoSandbox({
  environment,
}: Pick<CommandContext, 'environment'>): Promise<string | undefined> {
  return (await findBubblewrap(environment)).reason
}

export const unconfinedText = (reason: string): string =>
  t(
    'no-sandbox.warning-no-sandbox-works',
    'WARNING: no sandbox works here, so apps run with all your permissions: {reason}.',
    { reason },
  )

/** Warns once per user, before the first program starts. */
export async function warnNoSandbox({
  config,
  environment,
  output,
}: Pick<CommandContext, 'config' | 'environment' | 'output'>): Promise<void> {
  const reason = await whyNoSandbox({ environment })
  if (reason === undefined) return
  const told = path.join(config.home, 'told-no-sandbox')
  try {
    await mkdir(config.home, { recursive: true })
    await writeFile(told, '', { flag: 'wx' })
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return
    // Where nothing can be noted it is said each time.
    if (!isDiskRefusal(error)) throw error
  }
  output.notice(unconfinedText(reason))
}
