import { Lockfile } from '@cli-apps/core'
import { expect, it } from 'vitest'
import { lockedPackages } from '../../../services/installer/src/audit/locked-packages.ts'

const app = (platforms: Record<string, unknown>): unknown => ({
  version: '1.0.0',
  digest: `sha256:${'0'.repeat(64)}`,
  registry: 'https://registry.example',
  platforms,
})
const artifact = (name: string, version: string, more = {}): unknown => ({
  name,
  version,
  integrity: null,
  ...more,
})

it("lists each package once, by its ecosystem's normalized name", () => {
  const lockfile = Lockfile.parse({
    lockfile: 1,
    apps: {
      greet: app({
        'linux-x64': {
          method: 'npm',
          artifacts: [
            artifact('greet', '1.0.0'),
            artifact('greet/node_modules/@scope/deep', '2.0.0'),
            artifact('old', '3.0.0', { package: 'left-pad' }),
            artifact('elsewhere', '4.0.0', { url: 'https://downloads.test/x.tgz' }),
          ],
        },
        'darwin-arm64': { method: 'npm', artifacts: [artifact('greet', '1.0.0')] },
      }),
      other: app({
        'linux-x64': { method: 'npm', artifacts: [artifact('left-pad', '3.0.0')] },
        'darwin-arm64': { method: 'brew', artifacts: [artifact('other', '1')] },
      }),
      snake: app({ 'linux-x64': { method: 'pip', artifacts: [artifact('Ruamel.yaml_x', '0.18')] } }),
      tool: app({ 'linux-x64': { method: 'go', artifacts: [artifact('example.com/tool', 'v1.2.3')] } }),
    },
  })
  expect(lockedPackages(lockfile)).toEqual({
    packages: [
      { ecosystem: 'Go', name: 'example.com/tool', version: '1.2.3', apps: ['tool'] },
      { ecosystem: 'PyPI', name: 'ruamel-yaml-x', version: '0.18', apps: ['snake'] },
      { ecosystem: 'npm', name: '@scope/deep', version: '2.0.0', apps: ['greet'] },
      { ecosystem: 'npm', name: 'greet', version: '1.0.0', apps: ['greet'] },
      { ecosystem: 'npm', name: 'left-pad', version: '3.0.0', apps: ['greet', 'other'] },
    ],
    uncovered: [
      { app: 'greet', method: 'npm', package: 'elsewhere' },
      { app: 'other', method: 'brew', package: null },
    ],
  })
})
