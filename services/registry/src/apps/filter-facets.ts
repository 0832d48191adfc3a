/** The effects that lists can be filtered by, strongest first. */
export const filterableEffects = ['destructive', 'write', 'read'] as const

export interface Filter {
  category?: string | undefined
  tag?: string | undefined
  platform?: string | undefined
  method?: string | undefined
  /** The strongest effect that the app declares. */
  effect?: (typeof filterableEffects)[number] | undefined
  /** Only apps that a method without root installs; on the platform, where one is named. */
  rootless?: boolean | undefined
}

/**
 * Returns the facets that an app must have to pass a filter. Platform and method together require one method
 * that fits both.
 */
export function filterFacets({ category, tag, platform, method, effect, rootless }: Filter): string[] {
  const facets: string[] = []
  if (category !== undefined) facets.push(`category:${category}`)
  if (tag !== undefined) facets.push(`tag:${tag.toLowerCase()}`)
  if (platform !== undefined && method !== undefined) facets.push(`${method}@${platform}`)
  else if (platform !== undefined) facets.push(`platform:${platform}`)
  else if (method !== undefined) facets.push(`method:${method}`)
  if (effect !== undefined) facets.push(`effect:${effect}`)
  if (rootless) facets.push(rootlessFacet(platform))
  return facets
}

/** That a method without root installs an app: on some platform, or on this one. */
export const rootlessFacet = (platform: string | undefined): string =>
  platform === undefined ? 'rootless' : `rootless@${platform}`
