const number = (value: number): string => value.toLocaleString('en')

/** The English texts of the pages of playbooks. */
export const englishPlaybookTexts = {
  title: 'Playbooks',
  lead: 'Tasks that take several apps, with the exact calls in order.',
  shown: (count: number, more: boolean): string => {
    if (more) return `The first ${number(count)} playbooks`
    return count === 1 ? 'One playbook' : `${number(count)} playbooks`
  },
  none: 'This registry has no playbooks.',
  found: 'With several apps',
  ofApp: 'Together with other apps',
  all: 'All playbooks',
  apps: 'Needs',
  proved: (date: string) => `All steps passed on ${date}`,
  provedNote: 'run as they stand, with the example files, on',
  notProved: 'These calls have not been run as they stand.',
  add: 'Add it as a skill',
  addNote:
    'Shows a plan and asks. It writes one file that agents read, names the apps that are missing, and installs nothing.',
  install: 'Install its apps',
  steps: 'Steps',
  stepsLead:
    'All calls run in one folder, where each finds what the ones before wrote. Text in color is an example: put your own value there.',
  writes: (file: string) => `Writes ${file}`,
  ends: (status: number) => `Ends with status ${status}`,
  contains: 'Its output contains',
  files: 'Example files',
  details: 'Details',
  signed: (key: string) => `signed by key ${key}`,
  skill: 'Skill',
  skillTitle: (name: string) => `The skill of ${name}`,
  skillLead: 'SKILL.md as “playbook add” writes it for agents.',
  back: 'Back to the playbook',
}
