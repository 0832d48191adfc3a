/**
 * Words of recipes that the program knows although its help does not name them, as somebody saw in its documentation or when
 * running it: by entry, recipe and word, with the reason.
 */
export const treeExceptions: Readonly<Record<string, string>> = {
  'dig name-of-an-address -x': 'dig -h prints "-x dot-notation" in a list that the tree was read without',
}
