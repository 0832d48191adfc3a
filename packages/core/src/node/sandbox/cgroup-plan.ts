import path from 'node:path'

/** What a group of processes may take together. */
export interface GroupLimits {
  /** Bytes, and no swap beside them. */
  memoryBytes: number
  processes: number
  /** Of one processor: 200 is two of them. */
  cpuPercent: number
}

/** What is written to one file of a control group. */
interface GroupSetting {
  file: string
  value: string
  /** Some kernels do not have it, and the limit holds without. */
  isOptional?: boolean
}

/** A folder to make in a hierarchy of control groups, and what makes it a limit. */
export interface GroupFolder {
  /** In which it is made. */
  parent: string
  settings: readonly GroupSetting[]
}

/** Length of a period in which processor time is counted, in microseconds. */
const period = 100_000

const controllers = ['memory', 'pids', 'cpu'] as const
type Controller = (typeof controllers)[number]

/** Where a hierarchy is mounted, and the group of this process in it. */
interface Hierarchy {
  mount: string
  group: string
}

/**
 * Places for a group with limits, by `/proc/self/mounts` and `/proc/self/cgroup`: one list of folders for each way that may
 * work, the best first. Version 2 has one folder below the own group or one around it; version 1 has one for each limit.
 */
export function planGroups(
  { mounts, own }: { mounts: string; own: string },
  limits: GroupLimits,
): GroupFolder[][] {
  const groups = parseGroups(own)
  const mounted = parseMounts(mounts)
  const unified = hierarchyOf('', 'cgroup2')
  const ways = unified === undefined ? [] : upwards(unified).map((parent) => [unifiedFolder(parent, limits)])
  const single = controllers.flatMap((controller) => {
    const hierarchy = hierarchyOf(controller, 'cgroup')
    return hierarchy === undefined ? [] : [{ controller, hierarchy }]
  })
  if (single.length < controllers.length) return ways
  return [
    ...ways,
    joined(single.map(({ controller, hierarchy }) => legacyFolder(controller, hierarchy, limits))),
  ]

  function hierarchyOf(controller: Controller | '', type: string): Hierarchy | undefined {
    const mount = mounted.find(
      (one) => one.type === type && (controller === '' || one.options.includes(controller)),
    )
    const group = groups.get(controller)
    return mount === undefined || group === undefined ? undefined : { mount: mount.at, group }
  }
}

/** The group itself and those around it: a service manager may hand down a part of its tree. */
function upwards({ mount, group }: Hierarchy): string[] {
  const folders: string[] = []
  for (let at = group; ; at = path.posix.dirname(at)) {
    folders.push(folderOf({ mount, group: at }))
    if (at === '/' || at === '.') return folders
  }
}

const folderOf = ({ mount, group }: Hierarchy): string => path.posix.resolve(mount, `.${group}`)

const unifiedFolder = (parent: string, limits: GroupLimits): GroupFolder => ({
  parent,
  settings: [
    { file: 'memory.max', value: String(limits.memoryBytes) },
    { file: 'memory.swap.max', value: '0', isOptional: true },
    // Then the kernel ends all of it, and not a part that the rest waits for.
    { file: 'memory.oom.group', value: '1', isOptional: true },
    { file: 'pids.max', value: String(limits.processes) },
    { file: 'cpu.max', value: `${limits.cpuPercent * (period / 100)} ${period}` },
  ],
})

function legacyFolder(controller: Controller, { mount, group }: Hierarchy, limits: GroupLimits): GroupFolder {
  const settings: Record<Controller, GroupSetting[]> = {
    memory: [
      { file: 'memory.limit_in_bytes', value: String(limits.memoryBytes) },
      { file: 'memory.memsw.limit_in_bytes', value: String(limits.memoryBytes), isOptional: true },
    ],
    pids: [{ file: 'pids.max', value: String(limits.processes) }],
    cpu: [
      { file: 'cpu.cfs_period_us', value: String(period) },
      { file: 'cpu.cfs_quota_us', value: String(limits.cpuPercent * (period / 100)) },
    ],
  }
  return { parent: folderOf({ mount, group }), settings: settings[controller] }
}

/** Controllers may share a hierarchy, and then a folder. */
function joined(folders: readonly GroupFolder[]): GroupFolder[] {
  const byParent = new Map<string, GroupSetting[]>()
  for (const { parent, settings } of folders)
    byParent.set(parent, [...(byParent.get(parent) ?? []), ...settings])
  return [...byParent].map(([parent, settings]) => ({ parent, settings }))
}

/** Lines such as `4:memory:/user` and `0::/user`. */
function parseGroups(own: string): Map<string, string> {
  const groups = new Map<string, string>()
  for (const line of own.split('\n')) {
    const [, names, group] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? []
    if (names === undefined || group === undefined) continue
    for (const name of names.split(',')) groups.set(name, group)
  }
  return groups
}

function parseMounts(mounts: string): { at: string; type: string; options: string[] }[] {
  return mounts.split('\n').flatMap((line) => {
    const [, at, type, options] = line.split(' ')
    if (at === undefined || type === undefined || options === undefined) return []
    return [{ at: at.replaceAll('\\040', ' '), type, options: options.split(',') }]
  })
}
