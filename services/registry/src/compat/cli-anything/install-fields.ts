import { type AppManifest, type InstallMethod, installCommand, type MethodOf } from '@cli-apps/core'
import * as z from 'zod'

/** The part of an entry that says how CLI-Anything clients install the app. */
export const InstallFields = z.object({
  package_manager: z.enum(['npm', 'pip', 'brew', 'bundled']),
  install_strategy: z.enum(['npm', 'command', 'bundled']),
  npm_package: z.string().optional(),
  install_cmd: z.string().optional(),
  uninstall_cmd: z.string().optional(),
  update_cmd: z.string().optional(),
  detect_cmd: z.string().optional(),
  install_notes: z.string(),
  uninstall_notes: z.string().optional(),
  update_notes: z.string().optional(),
})
type InstallFields = z.infer<typeof InstallFields>

/** The fields and the install method they represent; no method if these clients support none. */
interface ChosenInstall extends InstallFields {
  method?: InstallMethod
}

/** Uses the first method that these clients support; without one, they show manual instructions. */
export function installFields(manifest: AppManifest): ChosenInstall {
  for (const method of manifest.install) {
    const fields = fieldsOf(method, manifest)
    if (fields !== undefined && commandsOf(fields).every(isPlain)) return { method, ...fields }
  }
  return byHand(manifest)
}

function fieldsOf(method: InstallMethod, manifest: AppManifest): InstallFields | undefined {
  switch (method.method) {
    case 'npm':
      return npmFields(method, manifest)
    case 'pip':
      return pipFields(method, manifest)
    case 'brew':
      return brewFields(method, manifest)
    case 'bundled':
      return {
        package_manager: 'bundled',
        install_strategy: 'bundled',
        detect_cmd: method.detect,
        install_notes: method.instructions,
      }
    default:
      return undefined
  }
}

/** These clients always install the newest version of an npm package. */
const npmFields = (method: MethodOf<'npm'>, { name }: AppManifest): InstallFields => ({
  package_manager: 'npm',
  install_strategy: 'npm',
  npm_package: method.package,
  install_cmd: installCommand(method),
  install_notes: `This client installs the newest version; ${ours(name)} installs ${method.version}.`,
})

/** A command, because cli-hub's own pip strategy guesses the package name when it uninstalls. */
function pipFields(method: MethodOf<'pip'>, { name }: AppManifest): InstallFields {
  const install = installCommand(method)
  const removable =
    'package' in method
      ? { uninstall_cmd: `pip uninstall -y ${method.package}` }
      : { uninstall_notes: 'Find the package with pip list and remove it with pip uninstall.' }
  return {
    package_manager: 'pip',
    install_strategy: 'command',
    install_cmd: install,
    update_cmd: install.replace('pip install ', 'pip install --upgrade '),
    ...removable,
    install_notes: `Shares its Python packages with other programs; ${ours(name)} installs it separately.`,
  }
}

function brewFields(method: MethodOf<'brew'>, { name }: AppManifest): InstallFields {
  const what = 'cask' in method ? `--cask ${method.cask}` : method.formula
  return {
    package_manager: 'brew',
    install_strategy: 'command',
    install_cmd: `brew install ${what}`,
    uninstall_cmd: `brew uninstall ${what}`,
    update_cmd: `brew upgrade ${what}`,
    install_notes: `Needs Homebrew; without it, ${ours(name)} selects another method for this machine.`,
  }
}

/** Both clients treat "bundled" as a program from elsewhere: they look for it, and show the notes. */
const byHand = ({ name, entry_point }: AppManifest): InstallFields => ({
  package_manager: 'bundled',
  install_strategy: 'bundled',
  detect_cmd: entry_point,
  install_notes: `This client cannot install it. Run: ${ours(name)}`,
  uninstall_notes: `Run: npx cli-apps uninstall ${name}`,
  update_notes: `Run: npx cli-apps update ${name}`,
})

const ours = (name: string): string => `npx cli-apps install ${name}`

const commandsOf = ({ install_cmd, uninstall_cmd, update_cmd }: InstallFields): string[] =>
  [install_cmd, uninstall_cmd, update_cmd].filter((command) => command !== undefined)

/** cli-hub passes commands with shell syntax to a shell, so no such characters or quotes may occur. */
const isPlain = (command: string): boolean => /^[\w .:/@=+#~!?%,-]+$/.test(command)
