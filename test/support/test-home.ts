import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The `CLI_APPS_HOME` of a test run: what tests install is signed with a key of its own, never with that of whoever runs them. */
export const testHome = path.join(tmpdir(), `cli-apps-tests-${process.pid}`)

export const teardown = (): Promise<void> => rm(testHome, { recursive: true, force: true })
