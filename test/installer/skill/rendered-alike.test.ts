import { rm, writeFile } from 'node:fs/promises'
import type { Digest, InstallRecord } from '@cli-apps/core'
import { commandsFile, digestOf } from '@cli-apps/core/node'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isOwnRenderedAlike, isRenderedAlike } from '../../../services/installer/src/skill/rendered-alike.ts'
import { rendererOf } from '../../../services/installer/src/skill/skill-style.ts'
import { createFixtureWorkspace, type FixtureWorkspace } from '../../support/fixture-workspace.ts'

vi.mock('../../../services/installer/src/version.ts', () => ({
  version: '1.0.0',
  builtFrom: `sha256:${'b'.repeat(64)}`,
}))

let workspace: FixtureWorkspace
beforeEach(async () => {
  workspace = await createFixtureWorkspace()
})
afterEach(() => workspace[Symbol.asyncDispose]())

const context = () => ({ workspace, config: { home: process.env.CLI_APPS_HOME ?? '' } })
const english = { language: 'en', templates: undefined } as const
const byThis = rendererOf(english)

/** An app whose record has no files of a skill, so that rendering it again would always find a difference. */
async function appRenderedBy(renderer: Digest | undefined): Promise<InstallRecord> {
  const record = await workspace.install('app', { tree: { path: [], name: 'app' } })
  return { ...record, skill: { ...record.skill, files: {}, renderer } }
}
const wishFor = (record: InstallRecord) => ({ record, asked: undefined, settings: undefined })

describe('a skill of a signed record', () => {
  it('is current if this renderer wrote it, without rendering it again', async () => {
    const record = await appRenderedBy(byThis)
    expect(await isOwnRenderedAlike(wishFor(record), context())).toBe(true)
    expect(await isRenderedAlike(wishFor(record), context())).toBe(false)
  })

  it.each([
    ['another renderer', digestOf('another')],
    ['this renderer in another language', rendererOf({ ...english, language: 'zh' })],
    [
      'this renderer with other templates',
      rendererOf({ ...english, templates: { folder: '/t', digest: digestOf('t') } }),
    ],
    ['an installer that ran from its sources', undefined],
  ])('is rendered again and compared if it was written by %s', async (_what, renderer) => {
    const record = await appRenderedBy(renderer)
    expect(await isOwnRenderedAlike(wishFor(record), context())).toBe(false)
  })

  it('is not current in another language than the one that is asked for', async () => {
    const record = await appRenderedBy(rendererOf({ ...english, language: 'zh' }))
    expect(await isOwnRenderedAlike({ ...wishFor(record), asked: 'zh' }, context())).toBe(false)
  })

  it('is not current if its command tree was changed or removed', async () => {
    const record = await appRenderedBy(byThis)
    const file = commandsFile(workspace, record.name)
    await writeFile(file, '{"path":[],"name":"other"}')
    expect(await isOwnRenderedAlike(wishFor(record), context())).toBe(false)
    await rm(file)
    expect(await isOwnRenderedAlike(wishFor(record), context())).toBe(false)
  })
})
