import path from 'node:path'
import { expect, it } from 'vitest'
import { inUsersPlace } from '../../../services/installer/src/inspect/users-place.ts'

const folder = path.join(path.sep, 'tmp', 'cli-apps.7.tmp')
const below = (...names: string[]): string => path.join(folder, ...names)

it('replaces the home of a probe by that of the user', () => {
  const text = `--config FILE  (default "${below('home', '.config', 'tool.toml')}")`
  expect(inUsersPlace(text, folder)).toBe(
    `--config FILE  (default "${path.join('~', '.config', 'tool.toml')}")`,
  )
})

it('recognizes the current folder and the one for temporary files', () => {
  const text = `--out ${below('work')} --scratch ${below('tmp', 'x')} --cache /tmp/cli-apps`
  expect(inUsersPlace(text, folder)).toBe(`--out . --scratch ${path.join('/tmp', 'x')} --cache /tmp/cli-apps`)
})
