/** In a list of effects, every call that no listed command covers. */
export const anyCommand = '*'
