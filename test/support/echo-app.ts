import path from 'node:path'
import type { InstallRecord } from '@cli-apps/core'
import { commandsFile, type Workspace, writeFileAtomic } from '@cli-apps/core/node'
import { buildRecord, type FixtureApp, treeText, writeSignedRecord } from './fixture-workspace.ts'

/** A program that prints its arguments as JSON, and ends with the status that its first argument names. */
const script = `const args = process.argv.slice(2)
console.log(JSON.stringify(args))
process.exitCode = args.includes('--fail') ? 7 : 0`

/** What its help would say. */
export const mailTree = {
  name: 'mail',
  options: [{ long: ['--account'], short: ['-a'], value: { name: 'NAME' }, description: 'Account to use' }],
  commands: [
    {
      name: 'message',
      aliases: ['msg'],
      summary: 'Work with messages',
      commands: [
        {
          name: 'search',
          summary: 'Search mail by words',
          options: [
            {
              long: ['--label'],
              short: ['-l'],
              value: { name: 'LABEL' },
              repeatable: true,
              description: 'With this label',
            },
            {
              long: ['--limit'],
              value: { name: 'N', type: 'number' },
              default: '10',
              description: 'At most so many',
            },
            {
              long: ['--color'],
              value: { name: 'WHEN', optional: true, glued: true },
              choices: ['auto', 'never'],
            },
            { long: ['--threads'], negatable: true, description: 'Whole conversations' },
            { long: ['--fail'], description: 'Fail' },
            { long: ['--secret-switch'], hidden: true },
            { long: ['--help'], short: ['-h'] },
          ],
          arguments: [{ name: 'words', variadic: true }],
        },
        { name: 'v1.2 odd', summary: 'An odd name', options: [{ long: ['--fast'] }] },
      ],
    },
    { name: 'completion', summary: 'Print a script that completes mail searches' },
    { name: 'purge', hidden: true, summary: 'Search mail and drop it' },
  ],
}

/** Installs the program as an app with a command tree, or with none for `null`; for the user of that `CLI_APPS_HOME`. */
export async function installEcho(
  workspace: Workspace,
  name: string,
  {
    tree = mailTree,
    manifest = {},
    home,
  }: { tree?: object | null; manifest?: FixtureApp['manifest']; home?: string } = {},
): Promise<InstallRecord> {
  const program = path.join(workspace.root, 'programs', `${name}.mjs`)
  await writeFileAtomic(program, script)
  const record = buildRecord(name, { argv: [process.execPath, program], manifest, ...(tree && { tree }) })
  await writeSignedRecord(workspace, record, home)
  if (tree !== null) await writeFileAtomic(commandsFile(workspace, record.name), treeText(tree))
  return record
}
