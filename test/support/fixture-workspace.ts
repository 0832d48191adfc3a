import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type AppManifest, CommandNode, InstallRecord, parseManifest, skillPath } from '@cli-apps/core'
import {
  appsHome,
  commandsFile,
  digestOf,
  jsonText,
  makeRecordKey,
  manifestDigest,
  openRecordSignatures,
  type RecordSignatures,
  readPlatform,
  recordFile,
  signedRecordText,
  type Workspace,
  workspaceAt,
  writeFileAtomic,
} from '@cli-apps/core/node'

/** A workspace in a temporary folder, with apps that are Node scripts of the test's own. */
export interface FixtureWorkspace extends Workspace, AsyncDisposable {
  /** Installs an app whose program is `script` (ES module text), or whatever `argv` names. */
  install(name: string, app?: FixtureApp): Promise<InstallRecord>
  uninstall(name: string): Promise<void>
  /** What tells the records of `install` from others. */
  signatures: RecordSignatures
}

export interface FixtureApp {
  script?: string
  argv?: string[]
  manifest?: Partial<Omit<AppManifest, 'name'>>
  /** What its help would say. */
  tree?: object
  /** Programs besides the entry point, by names that the manifest declares. */
  programs?: Readonly<Record<string, { script: string; tree?: object }>>
  /** Files of its skill by their names in the skill's folder. */
  skill?: Readonly<Record<string, string>>
}

/** The folder's name holds a space and letters beyond ASCII, as those of users do. */
export async function createFixtureWorkspace(): Promise<FixtureWorkspace> {
  const base = await realpath(await mkdtemp(path.join(tmpdir(), 'cli-apps ünï 工作-')))
  const workspace = workspaceAt(path.join(base, 'my workspace'))
  const programs = path.join(base, 'programs of 应用')
  // What apps keep in a sandbox goes with the workspace too, not into the home of whoever runs the tests.
  process.env.CLI_APPS_HOME = path.join(base, 'home')
  return {
    ...workspace,
    signatures: openRecordSignatures(testHome()),
    async install(name, app = {}) {
      const program = path.join(programs, `${name}.mjs`)
      await writeFileAtomic(program, app.script ?? 'console.log("ran", ...process.argv.slice(2))')
      const built = buildRecord(name, { argv: [process.execPath, program], ...app })
      const files = await writeSkillFiles(workspace, built, app.skill ?? {})
      const record = { ...built, skill: { ...built.skill, files } }
      for (const [other, { script, tree }] of Object.entries(app.programs ?? {})) {
        const file = path.join(programs, `${name}-${other}.mjs`)
        await writeFileAtomic(file, script)
        if (tree !== undefined)
          await writeFileAtomic(commandsFile(workspace, built.name, other), treeText(tree))
        record.programs = {
          ...record.programs,
          [other]: { argv: [process.execPath, file], ...(tree && { commands: digestOf(treeText(tree)) }) },
        }
      }
      if (app.tree !== undefined)
        await writeFileAtomic(commandsFile(workspace, built.name), treeText(app.tree))
      await writeSignedRecord(workspace, record)
      return record
    },
    uninstall: (name) => rm(path.join(workspace.records, `${name}.json`)),
    // A job of a test may still note its end.
    [Symbol.asyncDispose]: () => rm(base, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** Gives the digests that a record has of them. */
async function writeSkillFiles(
  workspace: Workspace,
  { skill: { path: skillFile } }: InstallRecord,
  files: Readonly<Record<string, string>>,
): Promise<InstallRecord['skill']['files']> {
  const folder = path.posix.dirname(skillFile)
  const digests: InstallRecord['skill']['files'] = {}
  for (const [file, text] of Object.entries(files)) {
    await writeFileAtomic(path.join(workspace.root, folder, file), text)
    digests[`${folder}/${file}`] = digestOf(text)
  }
  return digests
}

/** The folder of cli-apps that the test run has for itself. */
const testHome = (): string => appsHome(process.env)

/** Writes a record as one that this user's installer wrote; `home` is the user's `CLI_APPS_HOME`. */
export async function writeSignedRecord(
  workspace: Workspace,
  record: Readonly<Record<string, unknown>> & Pick<InstallRecord, 'name'>,
  home = testHome(),
): Promise<void> {
  const text = signedRecordText(record, await makeRecordKey(home))
  await writeFileAtomic(recordFile(workspace, record.name), text)
}

/** What the installer records. */
export function buildRecord(
  name: string,
  { argv = ['/bin/true'], manifest = {}, tree }: FixtureApp,
): InstallRecord {
  const whole = buildManifest(name, manifest)
  return InstallRecord.parse({
    record: 1,
    name,
    version: whole.version,
    digest: manifestDigest(whole),
    registry: 'catalog',
    method: 'bundled',
    platform: readPlatform(),
    argv,
    program_version: null,
    store: null,
    adopted: true,
    installed_at: '2026-01-02T03:04:05.000Z',
    skill: { path: skillPath(whole.name), files: {} },
    ...(tree !== undefined && { commands: digestOf(treeText(tree)) }),
    manifest: whole,
  })
}

/** A command tree as its file holds it. */
export const treeText = (tree: object): string => jsonText(CommandNode.parse(tree))

export const buildManifest = (name: string, more: FixtureApp['manifest'] = {}): AppManifest =>
  parseManifest({
    manifest: 1,
    name,
    version: '1.2.3',
    display_name: name,
    summary: `Fixture app ${name}`,
    description: `The fixture app ${name}, for tests.`,
    category: 'testing',
    entry_point: name,
    install: [{ method: 'bundled', detect: name, instructions: 'Nothing to do.' }],
    ...more,
  })

/** Writes a file of the workspace; folders on the way are made. */
export const writeWorkspaceFile = async (workspace: Workspace, file: string, text = ''): Promise<string> => {
  const target = path.join(workspace.root, file)
  await writeFileAtomic(target, text)
  return target
}

/** Replaces a record by text that is none, in place. */
export const damageRecord = (workspace: Workspace, name: string): Promise<void> =>
  writeFile(path.join(workspace.records, `${name}.json`), '{"record": 1,')
