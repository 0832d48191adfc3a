/**
 * Words of recipes that the program knows although its help does not name them, as somebody saw in its documentation or when
 * running it: by entry, recipe and word, with the reason.
 */
export const treeExceptions: Readonly<Record<string, string>> = {}
