import type { InstallMethod } from './install-method.ts'
import type { AppManifest } from './manifest.ts'

/**
 * Programs that run other programs or any text they are given. Such an app would give an agent the whole machine under
 * a harmless name.
 */
const generalPrograms = new Set(
  [
    'sh ash bash bash-static csh dash elvish fish hush ksh lksh loksh mksh mksh-static nu nushell osh oksh posh rbash rzsh static-sh sash tcsh xonsh yash zsh zsh-static',
    'busybox busybox-static toybox cmd command.com powershell pwsh command',
    'awk gawk mawk nawk original-awk busybox-awk bun deno node nodejs ts-node ts-node-esm tsx jiti qjs qjsc quickjs d8 js jjs mujs duk rhino',
    'erl escript elixir iex expect expectk groovy groovysh guile gosh csi chibi-scheme racket gforth ghci runghc runhaskell irb ruby jruby jrunscript',
    'java jshell julia lua luajit luatex texlua ocaml ocamlrun osascript perl suidperl php php-cgi php-fpm phpdbg r rscript littler octave',
    'pypy python pythonw ipython bpython ptpython micropython sbcl clisp ecl scala scala-cli kotlinc swipl gprolog tclsh jimsh wish wscript cscript mshta',
    'env sudo sudo-rs sudoedit su su-exec doas pkexec run0 runuser runas setpriv gosu capsh chroot fakechroot fakeroot fakeroot-sysv fakeroot-tcp pseudo proot',
    'nsenter unshare firejail bwrap systemd-run systemd-inhibit dbus-run-session dbus-launch machinectl xvfb-run startx xinit start-stop-daemon daemon daemonize chpst runsv s6-setsid',
    'xargs parallel moreutils-parallel nohup nice ionice setsid stdbuf timeout time watch entr viddy hyperfine script strace ltrace gdb gdbserver lldb rr valgrind perf eval exec source',
    'flock flom taskset chrt numactl cpulimit prlimit choom setarch linux32 linux64 i386 x86_64 uname26 uclampset coresched trickle eatmydata catchsegv unbuffer rlwrap socat socat1 ptyget',
    'npx bunx uvx pipx pnpx tmux screen dtach abduco ssh sshpass autossh mosh rsh rundll32 regsvr32 run-parts unshare-run at batch cron',
    'ld.so ld64.so direnv dotenv chronic ifne pee zrun annotate-output with-lock-ex lockfile-run envdir softlimit setuidgid setlock tini dumb-init catatonit',
  ].flatMap((row) => row.split(' ')),
)

/**
 * Families whose members have versions, architectures and flavors in their names: `python3.11-dbg`,
 * `ld-linux-x86-64.so.2`.
 */
const generalFamilies =
  /^(?:(?:micro)?python|pypy|perl|ruby|jruby|lua(?:jit)?|php(?:-?cgi|-?fpm|dbg)?|node(?:js)?|tclsh|wish|guile|bash|dash|zsh|[lm]?ksh|qjs|gawk|mawk)[-._]?(?:v?\d[\w.+-]*|static|dbg|debug)?$|^ld-(?:linux|musl|uclibc|\d)[\w.+-]*\.so[\d.]*$|^ld-(?:linux|musl)[\w.+-]*$|^(?:busy|toy)box/

/** Whether a name means one of them: `python3.11`, `pypy3c` and `Bash.EXE` are python, pypy and bash. */
export function isGeneralProgram(name: string): boolean {
  const plain = name.toLowerCase().replace(/\.(exe|cmd|bat|com|ps1)$/, '')
  if (plain.endsWith('-config')) return false
  if (generalPrograms.has(plain) || generalFamilies.test(plain)) return true
  return generalPrograms.has(plain.replace(/[-.]?[\d.]+[a-z]?$/, ''))
}

/** The name of the executable that a method looks for on this machine. */
function detectedName(method: InstallMethod): string | undefined {
  if ('detect' in method) return method.detect
  return method.method === 'adopted' ? method.path.split('/').at(-1) : undefined
}

/**
 * Returns where a manifest refers to a shell, an interpreter or a tool that runs other programs: path in the manifest,
 * and name.
 */
export function generalProgramsOf({
  entry_point,
  programs = [],
  install = [],
}: Partial<Pick<AppManifest, 'entry_point' | 'programs' | 'install'>>): { path: string; name: string }[] {
  const executables: { path: string; name: string | undefined }[] = [
    { path: 'entry_point', name: entry_point },
    ...programs.flatMap(({ name, bin = {} }, index) => [
      { path: `programs[${index}].name`, name },
      ...Object.entries(bin).map(([method, name]) => ({ path: `programs[${index}].bin.${method}`, name })),
    ]),
    ...install.flatMap((method, index) => [
      { path: `install[${index}].bin`, name: method.bin },
      { path: `install[${index}].detect`, name: detectedName(method) },
    ]),
  ]
  return executables.filter(
    (entry): entry is { path: string; name: string } =>
      entry.name !== undefined && isGeneralProgram(entry.name),
  )
}
