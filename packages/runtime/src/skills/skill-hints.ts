const hints: Readonly<Record<string, string>> = {
  'skill.bad-front-matter': 'Correct it: put values with a colon or a quote in quotes.',
  'skill.bad-name': 'Rename the folder: letters, digits, hyphens, and at most 64 characters.',
  'skill.bad-requirements':
    'Write metadata as {"cli-apps": {"requires": {"bins": ["gh"], "env": ["GH_TOKEN"]}}}.',
  'skill.duplicate': 'Rename one of the folders: letter case does not distinguish them.',
  'skill.link': 'Copy the files into the folder; links are not followed.',
  'skill.no-description': 'Say in one sentence what it does and when to use it: models choose by that.',
  'skill.other-name': 'Use the same name for the folder and in the front matter.',
  'skill.too-large': 'Move what is not always needed into references/*.md.',
  'skill.too-many': 'Remove folders that no agent needs.',
  'skill.unreadable': 'Look at the file and who may read it.',
  'skill.untrusted':
    'Read it; if you rely on it, let the host program trust this workspace (trustWorkspace).',
}

/** Returns the hint for a diagnostic's code. */
export const hintOf = (code: string): string => hints[code] ?? 'Look at the file.'
