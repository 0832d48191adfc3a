import { chmod, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** An in-house program with two commands. */
export const deployScript = `#!/bin/sh
case "$1" in
  --version) echo "deploy 2.3" ;;
  status) if [ "$2" = --help ]; then printf 'Usage: deploy status [--json]\\n\\nShow what is deployed\\n\\nOptions:\\n  --json  as JSON\\n'
    else echo "deployed"; fi ;;
  *) printf 'Usage: deploy [options] <command>\\n\\nDeploys our services\\n\\nCommands:\\n  status   Show what is deployed\\n  destroy  Delete the deployment\\n\\nOptions:\\n  --version   print the version\\n  -h, --help  print help\\n' ;;
esac
`

/** Writes an executable file. */
export async function writeProgram(file: string, text = deployScript): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, text)
  await chmod(file, 0o755)
}
