const dig = 'dig -h prints "-x dot-notation" in a list that the tree was read without'
const android = 'it belongs to pm, which runs on the device'
const awsHelp =
  'aws has a help page per command in place of options; the sources of its Debian package define it'
const cmakeModes = 'cmake prints the options of this mode when it is called with the mode alone'
const vagrantHelp = 'vagrant prints no help on a read-only file system; the help of the command lists it'
const inWorkspace = 'nx prints the help of this command only in a workspace'
const toPackage = 'it is passed on to the program that pipx runs'
const ofTags = 'it removes a tag; the manual page of notmuch-tag describes it'

/**
 * Words of recipes that the program knows although its help does not name them, as somebody saw in its documentation or when
 * running it: by entry, recipe and word, with the reason.
 */
export const treeExceptions: Readonly<Record<string, string>> = {
  'adb take-a-screenshot exec-out': 'the program accepts it, although adb help does not list it',
  'adb list-installed-apps -3': android,
  'aws which-account-and-user-am-i --output': awsHelp,
  'aws list-a-bucket --recursive': awsHelp,
  'aws list-a-bucket --human-readable': awsHelp,
  'aws sync-a-folder-to-a-bucket --dryrun': awsHelp,
  'aws link-for-others --expires-in': awsHelp,
  'aws names-and-states-of-instances --query': awsHelp,
  'aws names-and-states-of-instances --output': awsHelp,
  'aws recent-log-lines --since': awsHelp,
  'aws call-a-lambda-function --function-name': awsHelp,
  'aws call-a-lambda-function --payload': awsHelp,
  'aws call-a-lambda-function --cli-binary-format': awsHelp,
  'calibre epub-to-pdf-on-a4 --paper-size':
    'the help for a pair of formats, FILE.epub FILE.pdf --help, lists it',
  'cmake build-it-with-four-jobs -j': cmakeModes,
  'cmake install-to-a-folder --prefix': cmakeModes,
  'dig name-of-an-address -x': dig,
  'gdb all-stacks-of-a-running-process -p': 'the manual page has it as another name of --pid',
  'libreoffice word-to-pdf --outdir': 'soffice --help names it in the row of --convert-to',
  'notmuch tag-messages -inbox': ofTags,
  'nx run-a-task-everywhere -t': inWorkspace,
  'nx run-a-task-in-some-projects -t': inWorkspace,
  'nx run-a-task-in-some-projects -p': inWorkspace,
  'nx run-what-a-branch-affects -t': inWorkspace,
  'nx run-what-a-branch-affects --base=main': inWorkspace,
  'nx see-which-tasks-would-run -t': inWorkspace,
  'nx see-which-tasks-would-run --graph=stdout': inWorkspace,
  'nx save-the-graph-of-projects --file=graph.json': inWorkspace,
  'pipx run-one-without-keeping-it -t': toPackage,
  'qgis check-1 -platform': 'every program made with Qt has it; the verification run used it',
  'semantic-release release-from-this-machine --no-ci':
    'its command line is parsed by yargs, which takes --no- before the switch --ci of the help',
  'vagrant make-a-vagrantfile -m': vagrantHelp,
  'vagrant print-a-vagrantfile -m': vagrantHelp,
  'vagrant print-a-vagrantfile --output': vagrantHelp,
  'vagrant is-the-vagrantfile-valid -p': vagrantHelp,
  'vagrant run-a-command-inside -c': vagrantHelp,
  'vagrant state-for-a-script --machine-readable': vagrantHelp,
  'vagrant remove-the-machine -f': vagrantHelp,
}
