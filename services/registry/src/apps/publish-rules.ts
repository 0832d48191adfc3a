import type { AppManifest, Issue } from '@cli-apps/core'

/**
 * Programs that run other programs or whatever text they are given. An app that is one of these would hand an agent the
 * whole machine under a harmless name.
 */
const generalPrograms = new Set(
  [
    'sh ash bash csh dash elvish fish ksh mksh nu osh rbash tcsh xonsh yash zsh busybox toybox cmd powershell pwsh command',
    'awk gawk mawk nawk bun deno node nodejs erl escript expect groovy guile iex elixir irb ruby java jshell julia lua luajit',
    'ocaml osascript perl php pypy python pythonw ipython r rscript sbcl scala tclsh wish ts-node tsx wscript cscript mshta',
    'env sudo sudoedit su doas pkexec run0 runuser runas setpriv gosu su-exec chroot nsenter unshare systemd-run',
    'xargs parallel nohup nice ionice setsid stdbuf timeout watch script strace ltrace gdb lldb eval exec source',
    'npx bunx uvx pipx pnpx tmux screen ssh rundll32 regsvr32',
  ].flatMap((line) => line.split(' ')),
)

/** `python3.11` and `Bash.EXE` are python and bash. */
const isGeneralProgram = (name: string): boolean => {
  const plain = name.toLowerCase().replace(/\.(exe|cmd|bat|com|ps1)$/, '')
  return generalPrograms.has(plain) || generalPrograms.has(plain.replace(/[-.]?[\d.]+$/, ''))
}

/** What a manifest that fits the schema still may not do without an operator's token. */
export function publishIssues(manifest: AppManifest): Issue[] {
  const executables: [string, string | undefined][] = [
    ['entry_point', manifest.entry_point],
    ...manifest.install.flatMap((method, index): [string, string | undefined][] => [
      [`install[${index}].bin`, method.bin],
      [`install[${index}].detect`, method.method === 'bundled' ? method.detect : undefined],
    ]),
  ]
  return executables.flatMap(([path, name]) =>
    name !== undefined && isGeneralProgram(name)
      ? [
          {
            path,
            rule: 'publish.general-program',
            message: `${name} is a shell, an interpreter or a tool that runs other programs`,
            hint: "Only the registry's operator may publish such an app.",
          },
        ]
      : [],
  )
}
