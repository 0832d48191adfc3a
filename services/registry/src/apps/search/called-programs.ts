interface NamedCall {
  name: string
  pipe?: readonly { name: string }[] | undefined
}

/** The names of the apps that calls use. */
export const calledApps = (calls: readonly NamedCall[]): string[] => [
  ...new Set(calls.flatMap(({ name, pipe = [] }) => [name, ...pipe.map((stage) => stage.name)])),
]

/** The programs that apps are called by, such as `mlr` for miller, where they are not the names of the apps. */
export const calledPrograms = (
  apps: readonly string[],
  entryPoints: ReadonlyMap<string, string>,
): Record<string, string> =>
  Object.fromEntries(
    apps.flatMap((app): [string, string][] => {
      const program = entryPoints.get(app)
      return program === undefined || program === app ? [] : [[app, program]]
    }),
  )
