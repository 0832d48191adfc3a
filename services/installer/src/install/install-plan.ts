import type { AppManifest, AppName, Digest, InstallMethod, Platform, Refusal } from '@cli-apps/core'
import type { StoreEntry } from '../store/store.ts'
import type { Step } from '../strategies/step.ts'

/** What installing one app will do, decided before anything is done. */
export interface InstallPlan {
  name: AppName
  version: string
  /** What `cli-apps.json` will declare. */
  range: string
  registry: string
  digest: Digest
  manifest: AppManifest
  platform: Platform
  method: InstallMethod
  refusals: Refusal[]
  /**
   * `present`: installed here already, only what is missing is written; `store`: another workspace installed it, nothing
   * is downloaded; `build`: steps put it into the store; `system`: steps or nothing, and the system owns the program.
   */
  source: 'present' | 'store' | 'build' | 'system'
  /** The program was there before us and stays when the app is uninstalled. */
  adopted: boolean
  entry: StoreEntry | null
  steps: Step[]
  undo: Step[]
  notices: string[]
}
