import { AppName, isAppName, parseAppName } from '@cli-apps/core'
import { expect, it } from 'vitest'

it.each(['constructor', '__proto__', 'toString', '-a', 'a--b', '../a', ''])(
  '%j is not a valid app name',
  (text) => {
    expect(AppName.safeParse(text).success).toBe(false)
    expect(isAppName(text)).toBe(false)
    expect(() => parseAppName(text)).toThrow(expect.objectContaining({ code: 'app.bad-name' }))
  },
)
