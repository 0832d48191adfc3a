import type { InstallMethod } from './install-method.ts'

/**
 * Returns the command that a person would type for a method, such as `npm install --global prettier@3.6.2`. For display
 * only: the installer builds its own argv.
 */
export function installCommand(method: InstallMethod): string {
  switch (method.method) {
    case 'npm':
      return `npm install --global ${method.package}@${method.version}`
    case 'pip':
      return 'package' in method
        ? `pip install ${method.package}==${method.version}`
        : `pip install git+${method.git}@${method.commit}${method.subdirectory ? `#subdirectory=${method.subdirectory}` : ''}`
    case 'cargo':
      return 'crate' in method
        ? `cargo install ${method.crate} --version ${method.version}`
        : `cargo install --git ${method.git} --rev ${method.commit}`
    case 'go':
      return `go install ${method.module}@v${method.version.replace(/^v/, '')}`
    case 'binary':
      return `download ${Object.entries(method.platforms)
        .map(([platform, download]) => `${download.url} (${platform})`)
        .join(', ')}`
    case 'debian':
      return `unpack ${method.package} ${method.version} of Debian ${method.suite} into the store`
    case 'apt':
      return `apt-get install ${method.package}`
    case 'brew':
      return 'cask' in method ? `brew install --cask ${method.cask}` : `brew install ${method.formula}`
    case 'winget':
      return `winget install --exact --id ${method.id}`
    case 'scoop':
      return `scoop install ${method.id}`
    case 'bundled':
      return method.instructions
    case 'adopted':
      return `cli-apps adopt ${'detect' in method ? method.detect : `./${method.path}`}`
  }
}

/**
 * Returns the argv with which a person installs it with the manager itself, such as `brew install jq`; `undefined` where
 * a download or instructions take its place. For display only.
 */
export function installArgv(method: InstallMethod): string[] | undefined {
  switch (method.method) {
    case 'binary':
    case 'debian':
    case 'bundled':
    case 'adopted':
      return undefined
    case 'pip':
      return ['pip', 'install', installCommand(method).slice('pip install '.length)]
    default:
      // The other commands are words without spaces.
      return installCommand(method).split(' ')
  }
}
