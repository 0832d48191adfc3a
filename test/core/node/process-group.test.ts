import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { killGroup } from '../../../packages/core/src/node/process-group.ts'

const hourMs = 3_600_000

describe.skipIf(process.platform === 'win32')('ending a process group', () => {
  it('sends SIGKILL to a process that ignores SIGTERM exactly after the grace period', async () => {
    const script =
      "process.on('SIGTERM', () => console.log('deaf')); console.log('ready'); setInterval(() => {}, 1000)"
    const child = spawn(process.execPath, ['-e', script], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    await once(child.stdout, 'data')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const killed = killGroup(child.pid ?? 0, hourMs)
      await once(child.stdout, 'data')
      vi.advanceTimersByTime(hourMs - 1)
      expect(child.exitCode ?? child.signalCode).toBeNull()
      vi.advanceTimersByTime(1)
      await killed
      expect(await ended).toEqual([null, 'SIGKILL'])
    } finally {
      vi.useRealTimers()
    }
  })
})
