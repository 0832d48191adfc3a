import { type AppName, type InstallRecord, isAppError, type Lockfile } from '@cli-apps/core'
import {
  digestOf,
  exists,
  isExecutableFile,
  listInstalled,
  readLockfile,
  readRecord,
  readText,
  readWorkspaceFile,
} from '@cli-apps/core/node'
import type { CommandContext } from '../context.ts'
import { hasPendingTransactions } from '../workspace/transaction.ts'

/** Something that is not as it should be, and the next step to mend it. */
export interface Fault {
  code: string
  app: string | null
  message: string
  hint: string
}

/** Looks at every file of the workspace and every installed program; changes nothing and asks no registry. */
export async function diagnose({
  workspace,
}: Pick<CommandContext, 'workspace'>): Promise<{ checked: number; faults: Fault[] }> {
  const faults: Fault[] = []
  const attempt = async <Value>(
    app: AppName | null,
    read: () => Promise<Value>,
  ): Promise<Value | undefined> => {
    try {
      return await read()
    } catch (error) {
      if (!isAppError(error)) throw error
      faults.push({ code: error.code, app, message: error.message, hint: error.hint ?? '' })
      return undefined
    }
  }
  if (await hasPendingTransactions(workspace)) {
    faults.push({
      code: 'workspace.interrupted',
      app: null,
      message: 'A change of this workspace was interrupted.',
      hint: 'The next install, uninstall or list finishes it.',
    })
  }
  await attempt(null, () => readWorkspaceFile(workspace))
  const lockfile = await attempt(null, () => readLockfile(workspace))
  const names = await listInstalled(workspace)
  for (const name of names) {
    const record = await attempt(name, () => readRecord(workspace, name))
    if (record !== undefined) faults.push(...(await diagnoseApp(record, workspace.root, lockfile)))
  }
  for (const name of Object.keys(lockfile?.apps ?? {})) {
    if ((names as string[]).includes(name)) continue
    faults.push(
      fault(
        'app.not-installed',
        name,
        `${name} is in cli-apps.lock but not installed here.`,
        `cli-apps install ${name}`,
      ),
    )
  }
  return { checked: names.length, faults }
}

async function diagnoseApp(
  record: InstallRecord,
  root: string,
  lockfile: Lockfile | undefined,
): Promise<Fault[]> {
  const { name } = record
  const again = `cli-apps install ${name}`
  const faults: Fault[] = []
  const [program = '', ...rest] = record.argv
  if (!(await isExecutableFile(program))) {
    faults.push(fault('program.missing', name, `The program of ${name} is gone: ${program}`, again))
  }
  for (const file of rest) {
    if (file.startsWith('/') && !(await exists(file)))
      faults.push(fault('program.missing', name, `A part of ${name} is gone: ${file}`, again))
  }
  for (const [file, digest] of Object.entries(record.skill.files)) {
    const text = await readText(`${root}/${file}`)
    if (text === undefined) faults.push(fault('skill.missing', name, `${file} is gone.`, again))
    else if (digestOf(text) !== digest) {
      faults.push(
        fault(
          'skill.edited',
          name,
          `${file} was edited.`,
          `"${again}" writes it again and saves your text under .cli-apps/saved.`,
        ),
      )
    }
  }
  const locked = lockfile?.apps[name]
  if (lockfile !== undefined && locked?.digest !== record.digest) {
    const what = locked === undefined ? 'does not have it' : `has ${locked.version}`
    faults.push(
      fault(
        'lockfile.differs',
        name,
        `${name} ${record.version} is installed, but cli-apps.lock ${what}.`,
        again,
      ),
    )
  }
  return faults
}

const fault = (code: string, app: string, message: string, hint: string): Fault => ({
  code,
  app,
  message,
  hint,
})
