import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DebianClosure, SetupStep } from '@cli-apps/core'
import { canonicalJson } from '@cli-apps/core'
import { planRoot } from './plan-root.ts'
import { type RunSetupOptions, runSetup } from './run-setup.ts'
import { foldersOfSetup } from './setup-steps.ts'
import { type SharePackagesOptions, sharePackages } from './share-packages.ts'
import { writeRoot } from './write-root.ts'

interface BuildRootOptions
  extends Omit<SharePackagesOptions, 'onProgress'>,
    Pick<RunSetupOptions, 'attempt'> {
  /** The folder of the install, which gets `root/` and `closure.json`. */
  prefix: string
  onShare: SharePackagesOptions['onProgress']
  onSetup: (step: SetupStep) => void
}

/** Makes the root of a program from its closure: downloads, joins the packages, and runs the setup steps. */
export async function buildRoot(closure: DebianClosure, options: BuildRootOptions): Promise<void> {
  const { prefix, signal, onShare, onSetup } = options
  const packages = await sharePackages(closure, { ...options, onProgress: onShare })
  const tree = planRoot(packages, closure)
  const root = path.join(prefix, 'root')
  await writeRoot(tree, root, { signal, own: foldersOfSetup(closure) })
  await runSetup(closure, tree, { ...options, root, onStep: onSetup })
  await writeFile(path.join(prefix, 'closure.json'), canonicalJson(closure))
}
