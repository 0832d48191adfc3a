import path from 'node:path'

/** Limits for a group of processes together. */
export interface GroupLimits {
  /** Bytes, without additional swap. */
  memoryBytes: number
  processes: number
  /** Percent of one CPU: 200 means two CPUs. */
  cpuPercent: number
}

/** A value for one file of a control group. */
interface GroupSetting {
  file: string
  value: string
  /** Some kernels lack the file, and the limit works without it. */
  isOptional?: boolean
}

/** A folder to create in a cgroup hierarchy, and the settings that make it a limit. */
export interface GroupFolder {
  /** Where to create it. */
  parent: string
  settings: readonly GroupSetting[]
}

/** Accounting period for CPU time, in microseconds. */
const period = 100_000

const controllers = ['memory', 'pids', 'cpu'] as const
type Controller = (typeof controllers)[number]

/** The mount point of a hierarchy, and this process's group in it. */
interface Hierarchy {
  mount: string
  group: string
}

/**
 * Returns places for a limited group, from `/proc/self/mounts` and `/proc/self/cgroup`: one list of folders for each
 * way that may work, best first. Version 2 has one folder below the own group or one of its parents; version 1 has one
 * per limit.
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

/** The group itself and its parents: a service manager may delegate a part of its tree. */
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
    // The kernel then kills the whole group, and not a part that the rest waits for.
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

/** Parses lines such as `4:memory:/user` and `0::/user`. */
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
