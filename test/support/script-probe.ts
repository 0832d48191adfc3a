import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { FoundSandbox } from '@cli-apps/core/node'
import { openWorkFolder } from '../../services/installer/src/home/work-folder.ts'
import { openProbe, type Probe } from '../../services/installer/src/probe/probe.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A probe of a program that is this text of a module; in the sandbox of this machine unless another is given. */
export async function openScriptProbe(script: string, confinement?: FoundSandbox): Promise<Probe> {
  const file = path.join(await temporaryFolder(), 'tool.mjs')
  await writeFile(file, script)
  return openProbe([process.execPath, file], {
    environment: process.env,
    signal: new AbortController().signal,
    work: openWorkFolder(await temporaryFolder()),
    ...(confinement && { confinement }),
  })
}
