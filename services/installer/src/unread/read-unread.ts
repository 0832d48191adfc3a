import { type AppError, type AppName, isAppError, NotFoundError, t } from '@cli-apps/core'
import { acquireLock, hasCode } from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { applyInstalls } from '../install/apply/apply-installs.ts'
import { findKnownApp } from '../install/find-known-app.ts'
import type { InstallPlan } from '../install/install-plan.ts'
import { planAgain } from '../install/plan-again.ts'
import { readAppFacts, readWorkspaceFacts } from '../resolve/workspace-facts.ts'
import { findUnread, readingLock } from './unread-apps.ts'

/** What became of the apps that were unread. */
interface ReadApps {
  read: AppName[]
  failed: { name: AppName; error: AppError }[]
  /** Apps that other processes read, which were waited for no longer. */
  left: AppName[]
}

/**
 * Reads the help and runs the recipes of apps whose install left that for later, and writes their skills again. One process at a
 * time does that in a workspace and one more waits for it; a third leaves it to these. Each app is read completely or stays
 * unread.
 */
export async function readUnread(names: readonly AppName[], context: CommandContext): Promise<ReadApps> {
  const done: ReadApps = { read: [], failed: [], left: [] }
  if ((await findUnread(names, context)).length === 0) return done
  const lock = readingLock(context)
  const place = { folder: context.config.locks, signal: context.signal }
  const take = (name: string, wait: number) =>
    acquireLock(place.folder, name, {
      wait,
      signal: place.signal,
      what: t('read-unread.what', 'The reading of apps in {root}', { root: context.workspace.root }),
    })
  try {
    await using _next = await take(`${lock}-next`, 0)
    await using _now = await take(lock, 30 * 60_000)
    await _next.release()
    // Others may be installed meanwhile.
    for (let round = 0; round < mostRounds; round++) {
      const tried = new Set([...done.read, ...done.failed.map(({ name }) => name)])
      const left = (await findUnread(names, context)).filter(({ name }) => !tried.has(name))
      if (left.length === 0) break
      for (const { name } of left) await readOne(name, context, done)
    }
  } catch (error) {
    if (!hasCode(error, 'lock.held')) throw error
    done.left.push(...(await findUnread(names, context)).map(({ name }) => name))
  }
  return done
}

const mostRounds = 100

async function readOne(name: AppName, context: CommandContext, done: ReadApps): Promise<void> {
  try {
    const plan = await planReading(name, context)
    if (plan === undefined) return
    await applyInstalls([plan], context, { command: 'skill finish', isYes: true })
    done.read.push(name)
  } catch (error) {
    if (!isAppError(error) || context.signal.aborted) throw error
    done.failed.push({ name, error })
  }
}

/** Plans to write what the record of an app says again, from what this machine has. */
async function planReading(name: AppName, context: CommandContext): Promise<InstallPlan | undefined> {
  const facts = await readAppFacts(name, await readWorkspaceFacts(context.workspace), context)
  // Another process may have read or removed it meanwhile.
  if (!facts.record?.unread) return undefined
  const known = await findKnownApp(facts, context)
  if (known === undefined) throw manifestGone(name)
  const allowed = { scripts: [], builds: [], sources: [], general: facts.record.general !== undefined }
  return { ...(await planAgain(known, context, { allowed, isRebuild: false })), isSettled: false }
}

const manifestGone = (name: AppName): NotFoundError =>
  new NotFoundError(
    'read-unread.no-manifest',
    t(
      'read-unread.no-manifest',
      'This machine no longer has the manifest of {name} as its registry signed it.',
      {
        name,
      },
    ),
    { hint: t('read-unread.no-manifest.hint', 'Install it again: {cli} install {name}', { name }) },
  )
