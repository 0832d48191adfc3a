/** Longest app name: `cli-app-<name>` must fit the 64 characters of a skill's name. */
export const maxAppNameLength = 55

export const appNamePattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Every object already has a key such as `constructor`: a lookup of an app with that name would always succeed. */
export const isKeyOfObjects = (text: string): boolean => text in Object.prototype
