/** Only pages of a person who signs in: an address from elsewhere could lead to another site. */
export const ownPath = (path = ''): string =>
  /^(?:account(?:\/(?!\.)[\w@.+%-]+)*|publish|sign-in\/identity)(?:\?[\w=&%.@+-]*)?$/.test(path)
    ? path
    : 'account'
