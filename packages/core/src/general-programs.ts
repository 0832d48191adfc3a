import type { AppManifest } from './manifest.ts'

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
  ].flatMap((row) => row.split(' ')),
)

/** `python3.11` and `Bash.EXE` are python and bash. */
function isGeneralProgram(name: string): boolean {
  const plain = name.toLowerCase().replace(/\.(exe|cmd|bat|com|ps1)$/, '')
  return generalPrograms.has(plain) || generalPrograms.has(plain.replace(/[-.]?[\d.]+$/, ''))
}

/** Where a manifest names a shell, an interpreter or a tool that runs other programs: path in the manifest, and name. */
export function generalProgramsOf({
  entry_point,
  install = [],
}: Partial<Pick<AppManifest, 'entry_point' | 'install'>>): { path: string; name: string }[] {
  const executables: { path: string; name: string | undefined }[] = [
    { path: 'entry_point', name: entry_point },
    ...install.flatMap((method, index) => [
      { path: `install[${index}].bin`, name: method.bin },
      { path: `install[${index}].detect`, name: method.method === 'bundled' ? method.detect : undefined },
    ]),
  ]
  return executables.filter(
    (entry): entry is { path: string; name: string } =>
      entry.name !== undefined && isGeneralProgram(entry.name),
  )
}
