import { type AppManifest, generalProgramsOf, type Issue } from '@cli-apps/core'

/** What a manifest that fits the schema still may not do without an operator's token. */
export const publishIssues = (manifest: AppManifest): Issue[] =>
  generalProgramsOf(manifest).map(({ path, name }) => ({
    path,
    rule: 'publish.general-program',
    message: `${name} is a shell, an interpreter or a tool that runs other programs`,
    hint: "Only the registry's operator may publish such an app.",
  }))
