import { planGroups } from '@cli-apps/core/node'
import { describe, expect, it } from 'vitest'

const limits = { memoryBytes: 64 * 2 ** 20, processes: 20, cpuPercent: 150 }

const unified = 'cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid,nodev,noexec,relatime,nsdelegate 0 0\n'
const legacy = `tmpfs /sys/fs/cgroup tmpfs rw 0 0
cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,cpu,cpuacct 0 0
cgroup /sys/fs/cgroup/memory cgroup rw,relatime,memory 0 0
cgroup /sys/fs/cgroup/pids cgroup rw,pids 0 0
`

describe('the plan of control groups', () => {
  it('of version 2 is below the own group, or one around it that may be ours', () => {
    const plans = planGroups({ mounts: unified, own: '0::/user.slice/user-1000.slice/app.scope\n' }, limits)
    expect(plans.map((folders) => folders.map(({ parent }) => parent))).toEqual([
      ['/sys/fs/cgroup/user.slice/user-1000.slice/app.scope'],
      ['/sys/fs/cgroup/user.slice/user-1000.slice'],
      ['/sys/fs/cgroup/user.slice'],
      ['/sys/fs/cgroup'],
    ])
    const settings = Object.fromEntries(plans[0]?.[0]?.settings.map(({ file, value }) => [file, value]) ?? [])
    expect(settings).toEqual({
      'memory.max': '67108864',
      'memory.swap.max': '0',
      'memory.oom.group': '1',
      'pids.max': '20',
      'cpu.max': '150000 100000',
    })
  })

  it('of version 1 is one folder for each limit, below the own groups', () => {
    const own = '9:name=systemd:/\n8:pids:/\n4:memory:/agent/x\n1:cpu,cpuacct:/\n'
    const [folders, ...others] = planGroups({ mounts: legacy, own }, limits)
    expect(others).toEqual([])
    expect(folders?.map(({ parent }) => parent)).toEqual([
      '/sys/fs/cgroup/memory/agent/x',
      '/sys/fs/cgroup/pids',
      '/sys/fs/cgroup/cpu,cpuacct',
    ])
    const values = folders?.flatMap(({ settings }) => settings.map(({ file, value }) => `${file} ${value}`))
    expect(values).toEqual([
      'memory.limit_in_bytes 67108864',
      'memory.memsw.limit_in_bytes 67108864',
      'pids.max 20',
      'cpu.cfs_period_us 100000',
      'cpu.cfs_quota_us 150000',
    ])
  })

  it('tries both where both are there, and none without a limit for each', () => {
    const own = '8:pids:/\n4:memory:/\n1:cpu,cpuacct:/\n0::/\n'
    expect(
      planGroups({ mounts: `${legacy}${unified.replace('cgroup ', 'cgroup/unified ')}`, own }, limits),
    ).toHaveLength(2)
    expect(planGroups({ mounts: legacy.replace(/.*pids.*\n/, ''), own }, limits)).toEqual([])
    expect(planGroups({ mounts: '', own: '' }, limits)).toEqual([])
  })
})
