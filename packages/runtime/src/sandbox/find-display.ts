import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { AccessBind } from './confinement.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** What a program needs to open windows: sockets and variables. */
export interface DisplayAccess {
  binds: AccessBind[]
  environment: Record<string, string>
}

/** Finds the user's display on this machine, of X11 and of Wayland. */
export function findDisplay(own: Environment): DisplayAccess {
  const { DISPLAY = '', WAYLAND_DISPLAY = '', XDG_RUNTIME_DIR = '', XAUTHORITY } = own
  const [, screen] = /^:(\d{1,5})(\.\d+)?$/.exec(DISPLAY) ?? []
  const x11 = screen === undefined ? [] : [`/tmp/.X11-unix/X${screen}`]
  const cookie = XAUTHORITY ?? path.join(own.HOME ?? homedir(), '.Xauthority')
  const isNamed = /^[\w.-]+$/.test(WAYLAND_DISPLAY) && path.isAbsolute(XDG_RUNTIME_DIR)
  const wayland = isNamed ? [path.join(XDG_RUNTIME_DIR, WAYLAND_DISPLAY)] : []
  const places = [...x11, ...(x11.length > 0 && path.isAbsolute(cookie) ? [cookie] : []), ...wayland]
  return {
    binds: places.filter((place) => existsSync(place)).map((place) => ({ place, mode: 'read' })),
    environment: {
      ...(x11.length > 0 && { DISPLAY, XAUTHORITY: cookie }),
      ...(wayland.length > 0 && { WAYLAND_DISPLAY, XDG_RUNTIME_DIR }),
    },
  }
}
