interface Task {
  task: string
  i18n?: Readonly<Record<string, { task: string }>> | undefined
}

/** What something does, in every language that it says it in. */
export const taskTexts = ({ task, i18n = {} }: Task): string[] => [
  task,
  ...Object.values(i18n).map((texts) => texts.task),
]
