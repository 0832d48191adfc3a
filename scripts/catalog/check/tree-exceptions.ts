const chromiumSwitch = 'the manual page lists few switches; the recipe picture-of-a-page ran with it'

/**
 * Words of recipes that the program knows although its help does not name them, as somebody saw in its documentation or when
 * running it: by entry, recipe and word, with the reason.
 */
export const treeExceptions: Readonly<Record<string, string>> = {
  'dig name-of-an-address -x': 'dig -h prints "-x dot-notation" in a list that the tree was read without',
  'chromium picture-of-a-web-site --headless': chromiumSwitch,
  'chromium picture-of-a-web-site --no-sandbox': chromiumSwitch,
  'chromium picture-of-a-web-site --disable-gpu': chromiumSwitch,
  'chromium picture-of-a-web-site --screenshot=site.png': chromiumSwitch,
  'chromium picture-of-a-web-site --window-size=1280,900': chromiumSwitch,
}
