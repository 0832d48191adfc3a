import { isGeneralProgram } from '@cli-apps/core'
import { describe, expect, it } from 'vitest'

describe('a general program by name', () => {
  it.each(
    'flock taskset chrt setarch linux64 prlimit php-cgi php8.2 posh bash-static lksh qjs pypy3c start-stop-daemon fakeroot dbus-run-session ld-linux ld-linux-x86-64.so.2 ld-musl-x86_64.so.1 ld-2.36.so unbuffer rlwrap entr socat ts-node numactl firejail bwrap capsh python3.11-dbg perl5.36.0 ruby3.1 lua5.4 Bash.EXE busybox-static busyboxx'.split(
      ' ',
    ),
  )('is %s', (name) => expect(isGeneralProgram(name)).toBe(true))

  it.each(
    'jq ripgrep git python3-config perltidy rubocop luacheck bashate nodemon phpstan zshdb shellcheck ldd'.split(
      ' ',
    ),
  )('is not %s', (name) => expect(isGeneralProgram(name)).toBe(false))
})
