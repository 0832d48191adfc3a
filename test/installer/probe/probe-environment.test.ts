import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { probeEnvironment } from '../../../services/installer/src/probe/probe-environment.ts'

const folders = { home: path.resolve('/t/home'), temporary: path.resolve('/t/tmp') }
const probe = (environment: NodeJS.ProcessEnv = {}) =>
  probeEnvironment({ PATH: '/usr/bin', ...environment }, folders)

describe('probeEnvironment', () => {
  it('contains no folder of the user', () => {
    const home = '/home/ada'
    const env = probe({
      HOME: home,
      USERPROFILE: home,
      HOMEPATH: home,
      APPDATA: `${home}/AppData`,
      XDG_CONFIG_HOME: `${home}/.config`,
      XDG_RUNTIME_DIR: `${home}/run`,
      TMPDIR: `${home}/tmp`,
      TEMP: `${home}/tmp`,
      NODE_EXTRA_CA_CERTS: `${home}/ca.pem`,
    })
    expect(Object.entries(env).filter(([, value]) => value.includes(home))).toEqual([])
    expect(env).toMatchObject({ HOME: folders.home, TMPDIR: folders.temporary })
    expect(path.relative(folders.home, env.XDG_CACHE_HOME ?? '')).toBe('.cache')
  })

  it('has pagers that only print, none of them empty', () => {
    const env = probe({ PAGER: '', MANPAGER: 'less', GIT_PAGER: '' })
    expect([env.PAGER, env.MANPAGER, env.GIT_PAGER]).toEqual(['cat', 'cat', 'cat'])
  })

  it('turns off color and prompts', () => {
    const env = probe({
      FORCE_COLOR: '1',
      CLICOLOR_FORCE: '1',
      TERM: 'xterm-256color',
      COLORTERM: 'truecolor',
    })
    expect(env).toMatchObject({ NO_COLOR: '1', TERM: 'dumb' })
    expect(Object.keys(env).filter((name) => /FORCE|COLORTERM/.test(name))).toEqual([])
  })

  it("is English in UTF-8, whatever the user's language", () => {
    const env = probe({ LANG: 'zh_CN.GB18030', LANGUAGE: 'zh', LC_ALL: 'de_DE' })
    expect(env.LANGUAGE).toBeUndefined()
    expect(
      [env.LANG, env.LC_ALL].every((value) => value === undefined || /^(C|en_US)\.UTF-8$/.test(value)),
    ).toBe(true)
  })

  it('contains no proxy, display or secret', () => {
    const env = probe({ HTTPS_PROXY: 'http://proxy:1', DISPLAY: ':0', GH_TOKEN: 'x', AWS_PROFILE: 'x' })
    expect(Object.keys(env).filter((name) => /PROXY|DISPLAY|TOKEN|AWS_PROFILE/i.test(name))).toEqual([])
  })

  it('turns off reports, questions and update checks', () => {
    expect(probe()).toMatchObject({ CI: '1', DO_NOT_TRACK: '1', NO_UPDATE_NOTIFIER: '1', COLUMNS: '1000' })
  })
})
