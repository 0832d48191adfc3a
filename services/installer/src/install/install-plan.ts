import type { AppName, InstallMethod, Platform, Refusal } from '@cli-apps/core'
import type { ProvenManifest } from '@cli-apps/core/node'
import type { StoreEntry } from '../store/store.ts'
import type { Step } from '../strategies/step.ts'
import type { Source } from './choose-source.ts'

/** What installing one app will do, decided before anything is done. */
export interface InstallPlan extends ProvenManifest {
  name: AppName
  version: string
  /** What `cli-apps.json` will declare. */
  range: string
  registry: string
  platform: Platform
  method: InstallMethod
  refusals: Refusal[]
  source: Source
  /** The program was there before us and stays when the app is uninstalled. */
  adopted: boolean
  entry: StoreEntry | null
  steps: Step[]
  undo: Step[]
  notices: string[]
}
