/** The English texts of the page on publishing. */
export const englishPublishingTexts = {
  title: 'Publish an app',
  lead: 'A manifest says what a program is for, how to install it, and how to call it. Publish yours here, from a terminal or in the browser.',
  signIn: 'Sign in and publish',
  write: 'Write a manifest',
  writeText:
    'This writes my-app.json with what npm knows, and lists what is left to write. With --apt it asks Debian, with --program the program itself.',
  check: 'Check and try it',
  checkText:
    'The first command reports what publishing would refuse, with the line of each issue. The second installs the app apart, runs its recipes, and removes it again.',
  send: 'Publish it',
  sendText:
    'The login asks for a token. The operator of this registry gives you the first one, or you create it after signing in here. Publishing shows the request and asks first.',
  browser: 'In the browser',
  browserText:
    'Sign in and paste the manifest. You see every issue beside its line, then the page of the app and its skill. Nothing is stored before you confirm.',
  afterwards: 'Afterwards',
  afterwardsText:
    'A published version never changes. You can yank or deprecate it, add owners, and let a CI job publish without a token.',
  api: 'The HTTP request that publishes',
}
