import type { RegistryCommand } from '../command.ts'

export interface CommandEntry {
  summary: string
  /** Loaded when asked for, so that `--version` and `--help` start nothing. */
  load: () => Promise<RegistryCommand>
}

/** Every command by its name, under the headings of `--help`. */
export const commandTable: Readonly<Record<string, Readonly<Record<string, CommandEntry>>>> = {
  Run: {
    serve: {
      summary: 'Serve the registry over HTTP',
      load: async () => (await import('./serve.ts')).serveCommand,
    },
    migrate: {
      summary: 'Migrate the tables of the database',
      load: async () => (await import('./migrate.ts')).migrateCommand,
    },
    seed: {
      summary: 'Publish the bundled catalog',
      load: async () => (await import('./seed.ts')).seedCommand,
    },
  },
  Copy: {
    backup: {
      summary: 'Write the database into a file',
      load: async () => (await import('./backup.ts')).backupCommand,
    },
    restore: {
      summary: 'Restore a backup into an empty database',
      load: async () => (await import('./restore.ts')).restoreCommand,
    },
    export: {
      summary: 'Write all documents into a folder, for any file server',
      load: async () => (await import('./export.ts')).exportCommand,
    },
    'import cli-anything': {
      summary: 'Draft manifests from a catalog of CLI-Anything',
      load: async () => (await import('./import.ts')).importCliAnythingCommand,
    },
  },
  Sign: {
    'keys generate': {
      summary: 'Generate a private key to sign with',
      load: async () => (await import('./keys.ts')).keysGenerateCommand,
    },
    'keys list': {
      summary: 'List the keys of the registry',
      load: async () => (await import('./keys.ts')).keysListCommand,
    },
    'keys rotate': {
      summary: 'Replace the key in use with a new one',
      load: async () => (await import('./keys.ts')).keysRotateCommand,
    },
    'keys sign': {
      summary: 'Sign the versions without a signature',
      load: async () => (await import('./keys.ts')).keysSignCommand,
    },
  },
  'Who may publish': {
    'token create': {
      summary: 'Create a token and print it once',
      load: async () => (await import('./tokens.ts')).tokenCreateCommand,
    },
    'token list': {
      summary: 'List tokens, without their secrets',
      load: async () => (await import('./tokens.ts')).tokenListCommand,
    },
    'token revoke': {
      summary: 'Revoke a token',
      load: async () => (await import('./tokens.ts')).tokenRevokeCommand,
    },
    'user create': {
      summary: 'Create a user without a token',
      load: async () => (await import('./users.ts')).userCreateCommand,
    },
    'user list': {
      summary: 'List users',
      load: async () => (await import('./users.ts')).userListCommand,
    },
    'user disable': {
      summary: 'Refuse all tokens of a user',
      load: async () => (await import('./users.ts')).userDisableCommand,
    },
    'user enable': {
      summary: 'Accept the tokens of a disabled user again',
      load: async () => (await import('./users.ts')).userEnableCommand,
    },
    'identity list': {
      summary: 'List the identities with which people sign in',
      load: async () => (await import('./identities.ts')).identityListCommand,
    },
    'identity unlink': {
      summary: 'Unlink an identity from its account',
      load: async () => (await import('./identities.ts')).identityUnlinkCommand,
    },
    'org create': {
      summary: 'Create an organization',
      load: async () => (await import('./organizations.ts')).orgCreateCommand,
    },
    'org list': {
      summary: 'List organizations, members and prefixes',
      load: async () => (await import('./organizations.ts')).orgListCommand,
    },
    'org add-member': {
      summary: 'Add a member to an organization',
      load: async () => (await import('./organizations.ts')).orgAddMemberCommand,
    },
    'org remove-member': {
      summary: 'Remove a member from an organization',
      load: async () => (await import('./organizations.ts')).orgRemoveMemberCommand,
    },
    'org add-prefix': {
      summary: 'Reserve a name prefix for an organization',
      load: async () => (await import('./organizations.ts')).orgAddPrefixCommand,
    },
    'org remove-prefix': {
      summary: 'Release a name prefix',
      load: async () => (await import('./organizations.ts')).orgRemovePrefixCommand,
    },
    'trust add': {
      summary: 'Let an OIDC identity publish an app',
      load: async () => (await import('./trust.ts')).trustAddCommand,
    },
    'trust list': {
      summary: 'List trusted publishers',
      load: async () => (await import('./trust.ts')).trustListCommand,
    },
    'trust remove': {
      summary: 'Stop trusting an OIDC identity',
      load: async () => (await import('./trust.ts')).trustRemoveCommand,
    },
  },
  'What may be published': {
    approve: {
      summary: 'Publish a held version, or lift a publish rule for an app',
      load: async () => (await import('./approvals.ts')).approveCommand,
    },
    reject: {
      summary: 'Reject a held version',
      load: async () => (await import('./approvals.ts')).rejectCommand,
    },
    held: {
      summary: 'List held and rejected versions',
      load: async () => (await import('./approvals.ts')).heldCommand,
    },
    'approve list': {
      summary: 'List approvals',
      load: async () => (await import('./approvals.ts')).approveListCommand,
    },
    'approve remove': {
      summary: 'Remove an approval',
      load: async () => (await import('./approvals.ts')).approveRemoveCommand,
    },
  },
}
