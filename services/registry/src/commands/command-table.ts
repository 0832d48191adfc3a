import type { Command } from '../command.ts'

export interface CommandEntry {
  summary: string
  /** Loaded when asked for, so that `--version` and `--help` start nothing. */
  load: () => Promise<Command>
}

/** Every command by its name, under the headings of `--help`. */
export const commandTable: Readonly<Record<string, Readonly<Record<string, CommandEntry>>>> = {
  Run: {
    serve: {
      summary: 'serve the registry over HTTP',
      load: async () => (await import('./serve.ts')).serveCommand,
    },
    migrate: {
      summary: 'bring the tables of the database to this version',
      load: async () => (await import('./migrate.ts')).migrateCommand,
    },
    seed: {
      summary: 'publish the catalogue that comes with the program',
      load: async () => (await import('./seed.ts')).seedCommand,
    },
  },
  Copy: {
    backup: {
      summary: 'write all of the database into a file',
      load: async () => (await import('./backup.ts')).backupCommand,
    },
    restore: {
      summary: 'put a backup into an empty database',
      load: async () => (await import('./restore.ts')).restoreCommand,
    },
    export: {
      summary: 'write all documents into a folder, for any file server',
      load: async () => (await import('./export.ts')).exportCommand,
    },
    'import cli-anything': {
      summary: 'make manifests of a catalog of CLI-Anything',
      load: async () => (await import('./import.ts')).importCliAnythingCommand,
    },
  },
  Sign: {
    'keys generate': {
      summary: 'make a private key to sign with',
      load: async () => (await import('./keys.ts')).keysGenerateCommand,
    },
    'keys list': {
      summary: 'list the keys of the registry',
      load: async () => (await import('./keys.ts')).keysListCommand,
    },
    'keys rotate': {
      summary: 'let a new key take the place of the one in use',
      load: async () => (await import('./keys.ts')).keysRotateCommand,
    },
    'keys sign': {
      summary: 'sign the versions that have no signature',
      load: async () => (await import('./keys.ts')).keysSignCommand,
    },
  },
  'Who may publish': {
    'token create': {
      summary: 'make a token, and print it this once',
      load: async () => (await import('./tokens.ts')).tokenCreateCommand,
    },
    'token list': {
      summary: 'list tokens, without their secrets',
      load: async () => (await import('./tokens.ts')).tokenListCommand,
    },
    'token revoke': {
      summary: 'end a token',
      load: async () => (await import('./tokens.ts')).tokenRevokeCommand,
    },
    'user create': {
      summary: 'make a user without a token',
      load: async () => (await import('./users.ts')).userCreateCommand,
    },
    'user list': {
      summary: 'list users',
      load: async () => (await import('./users.ts')).userListCommand,
    },
    'user disable': {
      summary: 'refuse all tokens of a user',
      load: async () => (await import('./users.ts')).userDisableCommand,
    },
    'user enable': {
      summary: 'take the tokens of a user again',
      load: async () => (await import('./users.ts')).userEnableCommand,
    },
    'org create': {
      summary: 'make an organisation',
      load: async () => (await import('./organisations.ts')).orgCreateCommand,
    },
    'org list': {
      summary: 'list organisations, members and prefixes',
      load: async () => (await import('./organisations.ts')).orgListCommand,
    },
    'org add-member': {
      summary: 'let a user act for an organisation',
      load: async () => (await import('./organisations.ts')).orgAddMemberCommand,
    },
    'org remove-member': {
      summary: 'no longer let a user act for an organisation',
      load: async () => (await import('./organisations.ts')).orgRemoveMemberCommand,
    },
    'org add-prefix': {
      summary: 'keep names for an organisation',
      load: async () => (await import('./organisations.ts')).orgAddPrefixCommand,
    },
    'org remove-prefix': {
      summary: 'give the names of an organisation free',
      load: async () => (await import('./organisations.ts')).orgRemovePrefixCommand,
    },
    'trust add': {
      summary: 'let an OIDC identity publish an app',
      load: async () => (await import('./trust.ts')).trustAddCommand,
    },
    'trust list': {
      summary: 'list trusted publishers',
      load: async () => (await import('./trust.ts')).trustListCommand,
    },
    'trust remove': {
      summary: 'trust an OIDC identity no longer',
      load: async () => (await import('./trust.ts')).trustRemoveCommand,
    },
  },
  'What may be published': {
    approve: {
      summary: 'publish a held version, or lift a publishing rule for an app',
      load: async () => (await import('./approvals.ts')).approveCommand,
    },
    reject: {
      summary: 'keep a held version from being published',
      load: async () => (await import('./approvals.ts')).rejectCommand,
    },
    held: {
      summary: 'list held and rejected versions',
      load: async () => (await import('./approvals.ts')).heldCommand,
    },
    'approve list': {
      summary: 'list what was approved',
      load: async () => (await import('./approvals.ts')).approveListCommand,
    },
    'approve remove': {
      summary: 'take an approval back',
      load: async () => (await import('./approvals.ts')).approveRemoveCommand,
    },
  },
}
