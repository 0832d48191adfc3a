import { t } from '../../messages/t.ts'
import type { PublishRule } from '../publish-rule.ts'
import { newNamesOf } from './name-paths.ts'

/** Names that people or programs would take for something else than an app. */
const reserved = new Set(
  [
    // This project and its parts.
    'cli-app cli-apps cliapp cliapps catalog catalogue core installer registry runtime run-cli-app',
    // What installs programs.
    'apk apt apt-get brew bundled binary bun cargo choco chocolatey conda dnf flatpak gem go homebrew npm npx nuget pacman',
    'pip pipx pnpm port rustup scoop snap uv uvx winget yarn yum zypper',
    // Words of addresses.
    'admin api app apps audit categories category compat deprecate docs health healthz history index keys latest login logout',
    'mcp metrics openapi owners problems publish readyz remove resolve restore schema search skills static tags token tokens',
    'trusted-publishers unyank user users v1 v2 validate versions well-known whoami yank',
    // What a message may mean by them.
    'agent all anyone assistant channel everybody everyone here me nobody none null official root security support system team',
    'undefined',
    // Devices of Windows: no folder can be called so.
    'aux con nul prn',
    ...['com', 'lpt'].map((device) =>
      Array.from({ length: 10 }, (_, digit) => `${device}${digit}`).join(' '),
    ),
  ].flatMap((row) => row.split(' ')),
)

export const reservedName: PublishRule = {
  id: 'publish.reserved-name',
  refuses:
    'a reserved name or alias: of this project, of package managers, words of addresses, Windows devices',
  approvable: true,
  check: (draft, { names }) =>
    newNamesOf(draft, names)
      .filter(({ key }) => reserved.has(key))
      .map(({ path, name }) => ({
        path,
        message: t('reserved-name.reserved', '{name} is reserved', { name }),
        hint: t('similar-name.hint', 'Choose another name.'),
      })),
}
