/** The English texts of "How it works". */
export const englishHowTexts = {
  title: 'How it works',
  lead: 'Four layers lead from the description of a program to a call that an agent makes. Each layer needs only the files of the layer before it.',
  figure: 'Four layers, from the registry to the agent: manifest, plan, skill, run',
  layers: [
    {
      name: 'Manifest',
      short: 'describes the program',
      text: 'One JSON document per version says what a program is for, how to install it, what it needs and what its commands change. The registry checks it, signs it and never changes it.',
    },
    {
      name: 'Plan',
      short: 'installs it here',
      text: 'The installer selects a version and a method for this machine, shows every step, asks, and installs the program into a store. A lockfile keeps what was installed, with digests.',
    },
    {
      name: 'Skill',
      short: 'teaches an agent',
      text: 'The installer reads the help of the installed program and writes SKILL.md: when to use it, the calls that do common tasks, and what can go wrong.',
    },
    {
      name: 'Run',
      short: 'makes the call',
      text: 'The runtime gives a model one tool for all programs. It checks each call, asks before destructive ones, runs the program from a list of arguments in a sandbox, and shortens what it prints.',
    },
  ],
  files: ['catalog, signatures', 'cli-apps.lock, store', 'skills/, command tree', 'run_cli_app'],
  promises: 'What is checked, and when',
  checks: [
    [
      'At publication',
      'The schema, the rules for names and texts, texts that read like an attack on a model, and who may publish the name.',
    ],
    [
      'At installation',
      'The digest and the signature of the manifest, and the digest of every download that the manifest or the lockfile names. A mismatch stops the install.',
    ],
    ['After installation', 'The version that the program prints, and the recipes that prove it.'],
    [
      'At each call',
      'The effect of the command, the access that you granted, and the limits of the sandbox where one works.',
    ],
  ] as readonly (readonly [when: string, what: string])[],
  more: 'More',
  api: 'The HTTP API of this registry',
  statistics: 'Statistics of the catalog',
}
