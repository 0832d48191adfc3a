/** Longest app name: `cli-app-<name>` must fit the 64 characters of a skill's name. */
export const maxAppNameLength = 55

export const appNamePattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** Every object has a key `constructor` already: an app of that name would be found where there is none. */
export const isKeyOfObjects = (text: string): boolean => text in Object.prototype
