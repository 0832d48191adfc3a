import { describe, expect, it } from 'vitest'
import { noMethodWorks } from '../../../services/installer/src/install/fallback/no-method-works.ts'
import { exampleManifest } from '../../support/example-manifest.ts'

const manifest = exampleManifest({
  homepage: 'https://greet.test/',
  install: [
    { method: 'winget', id: 'Greet.Greet' },
    { method: 'scoop', id: 'greet' },
  ],
})

describe('an app that no method installs here', () => {
  it('names the methods where all are of other systems', () => {
    const refusals = [
      { method: 'winget', reason: 'winget is not on PATH' },
      { method: 'scoop', reason: 'scoop is not on PATH' },
    ] as const
    expect(noMethodWorks({ manifest, platform: 'linux-x64', refusals, isRoot: false }, [])).toMatchObject({
      code: 'host.no-method',
      hint: 'It has methods for other systems only: winget, scoop\n  Homepage: https://greet.test/',
    })
  })

  it('gives the reasons of those of this system alone', () => {
    const refusals = [
      { method: 'brew', reason: 'brew is not on PATH' },
      { method: 'scoop', reason: 'scoop is not on PATH' },
    ] as const
    expect(noMethodWorks({ manifest, platform: 'linux-x64', refusals, isRoot: false }, [])).toMatchObject({
      hint: expect.stringMatching(/^brew: brew is not on PATH\n {2}Homepage/),
    })
  })
})
