import { AppManifest } from '@cli-apps/core'

const url = 'https://downloads.example/my-app-1.0.0-linux-x64.tar.gz'

const copied = { command: 'copy', operands: ['host:*'], position: 'last' }
const tried = { command: 'copy', options: ['--dry-run'], overrides: ['--delete', 'host:*'] }

/** Examples of keys that no entry of the catalog has. */
export const rareManifest = AppManifest.parse({
  $schema: 'https://registry.example/v1/schema/app.json',
  manifest: 1,
  name: 'my-app',
  version: '1.0.0',
  display_name: 'My App',
  summary: 'Print a greeting',
  description: 'Prints a greeting for a name.',
  category: 'dev',
  entry_point: 'my-app',
  programs: [
    {
      name: 'my-app-admin',
      bin: { apt: 'my-app-adm' },
      summary: 'Manage the names',
      effects: {
        read: [{ command: 'list', options: ['--all'] }, copied, tried],
        write: [{ command: 'add', options: ['--save'] }, copied, tried],
        destructive: [{ command: 'remove', options: ['--force'] }, copied, tried],
        takes_value: ['--region'],
      },
    },
  ],
  run: {
    effects: {
      read: [copied, tried],
      write: [copied, tried],
      destructive: [copied, tried],
      takes_value: ['--region'],
    },
  },
  install: [
    { method: 'npm', package: 'my-app', version: '1.0.0', bin: 'my-app-cli' },
    { method: 'pip', package: 'my-app', version: '1.0.0', bin: 'my-app-cli' },
    { method: 'cargo', crate: 'my-app', version: '1.0.0', platforms: ['linux'], bin: 'my-app-cli' },
    {
      ...{ method: 'cargo', git: 'https://github.com/acme/my-app' },
      commit: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
    },
    {
      ...{ method: 'go', module: 'github.com/acme/my-app/cmd/my-app', version: 'v1.0.0' },
      ...{ platforms: ['linux', 'darwin'], bin: 'my-app-cli' },
    },
    {
      method: 'binary',
      platforms: {
        'linux-x64': {
          ...{ url, archive: 'tar.gz', path: 'bin/my-app' },
          checksums: { url: 'https://downloads.example/SHA256SUMS', file: 'my-app-1.0.0-linux-x64.tar.gz' },
        },
      },
      bin: 'my-app-cli',
    },
    { method: 'apt', package: 'my-app', platforms: ['linux-x64'] },
    { method: 'winget', id: 'Acme.MyApp', platforms: ['windows-x64'] },
    { method: 'bundled', detect: 'my-app', instructions: 'Comes with Acme Studio.', bin: 'my-app-cli' },
    { method: 'adopted', detect: 'my-app', platforms: ['linux'], bin: 'my-app-cli' },
    { method: 'adopted', path: 'tools/my-app' },
  ],
  requires: {
    services: [
      {
        ...{ name: 'My App server', start_args: ['serve'], program: 'my-app-admin' },
        ...{ health: { args: ['ping'], program: 'my-app-admin' }, ready_within_seconds: 10 },
      },
    ],
    access: {
      network: { hosts: ['api.example.com', '*.example.org:8443'] },
      devices: [{ path: '/dev/video0', why: 'takes pictures' }],
    },
  },
  recipes: [
    {
      ...{ id: 'count-names', task: 'Count the names' },
      call: { args: ['list'], pipe: [{ name: 'my-app', program: 'my-app-admin', args: ['count'] }] },
    },
  ],
})
