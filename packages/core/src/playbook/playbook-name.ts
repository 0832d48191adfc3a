/** The folder and front matter name of a playbook's skill. */
export const playbookSkillName = (name: string): string => `cli-playbook-${name}`
