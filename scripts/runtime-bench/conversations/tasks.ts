/** A task in the words of a person, and the call that does it. */
interface Task {
  app: string
  message: string
  args: readonly string[]
  /** A file that the program reads from its standard input. */
  stdinFile?: string
  /** What is looked for, where the message names no app. */
  query?: string
}

/** Files of the workspace. */
export const files: Readonly<Record<string, string>> = {
  'people.json': '[{"name":"Ada","age":36},{"name":"Bo","age":28},{"name":"Chen","age":41}]\n',
  'messy.js': "const a = {b:1,\n   c:'two' }\nfunction  f( x ){return x*2}\n",
  'style.css': 'a{color:red}\n',
  'notes.md': '# Notes\n* one\n* two\n\n|a|b|\n|-|-|\n|1|2|\n',
  'src/main.py': 'import config\n\n# TODO: read the port from config\nPORT = 80\n',
  'src/util.py': '# TODO: remove\ndef twice(x):\n    return x * 2\n',
  'sales.tsv': 'north\t10\nsouth\t20\nnorth\t30\nsouth\t5\n',
}

/** Written by us, as are their calls: nobody watched a model. */
export const tasks: readonly Task[] = [
  {
    app: 'jq',
    message: 'Who in people.json is older than 30? Use @jq.',
    args: ['-r', '.[] | select(.age > 30) | .name', 'people.json'],
  },
  { app: 'jq', message: 'How many people are in people.json? Use @jq.', args: ['length', 'people.json'] },
  {
    app: 'jq',
    message: 'Sort people.json by age.',
    args: ['sort_by(.age)', 'people.json'],
    query: 'sort JSON by a key',
  },
  { app: 'prettier', message: 'Please tidy messy.js with @prettier.', args: ['messy.js'] },
  { app: 'prettier', message: 'Is style.css formatted? Use @prettier.', args: ['--check', 'style.css'] },
  {
    app: 'prettier',
    message: 'Show me notes.md formatted.',
    args: ['notes.md'],
    query: 'format a Markdown file',
  },
  { app: 'ripgrep', message: 'Find each TODO in src with @ripgrep.', args: ['-n', 'TODO', 'src'] },
  {
    app: 'ripgrep',
    message: 'Which files in src mention config? Use @ripgrep.',
    args: ['-l', 'config', 'src'],
  },
  {
    app: 'datamash',
    message: 'What is the mean of sales.tsv by region? Use @datamash.',
    args: ['-s', '-g', '1', 'mean', '2'],
    stdinFile: 'sales.tsv',
  },
  {
    app: 'datamash',
    message: 'Sum up the second column of sales.tsv, and name its maximum.',
    args: ['sum', '2', 'max', '2'],
    stdinFile: 'sales.tsv',
    query: 'sum and maximum of a column of a table',
  },
]

/** What a person might write for an agent with a shell. */
export const handWritten: Readonly<Record<string, { description: string; text: string }>> = {
  jq: {
    description: 'Query and transform JSON with jq. Use for any question about a JSON file.',
    text: `# jq\n\nRun \`jq FILTER FILE\`; quote the filter with single quotes.\n\n- fields: \`jq -r '.[].name' f.json\` (\`-r\` prints plain text)\n- filter: \`jq '.[] | select(.age > 30)' f.json\`\n- count: \`jq length f.json\`\n- sort, group: \`jq 'sort_by(.age)' f.json\`, \`jq 'group_by(.team)' f.json\`\n- compact output: \`-c\`; exit status by the result: \`-e\`\n\njq never changes the file: write to another file, then move it.\n`,
  },
  prettier: {
    description: 'Format JavaScript, TypeScript, CSS, HTML, Markdown and YAML with prettier.',
    text: `# prettier\n\n- print a formatted file: \`prettier FILE\`\n- change it in place: \`prettier --write FILE\` (ask first)\n- only check: \`prettier --check FILE\`; exit status 1 means that it is not formatted\n- from standard input: \`prettier --stdin-filepath x.js < FILE\`\n\nOptions of the project are in .prettierrc; do not pass your own.\n`,
  },
  ripgrep: {
    description: 'Search text in files with rg (ripgrep), fast and with regular expressions.',
    text: `# ripgrep\n\nThe program is \`rg\`.\n\n- lines with numbers: \`rg -n PATTERN FOLDER\`\n- only names of files: \`rg -l PATTERN FOLDER\`\n- fixed text: \`-F\`; ignore case: \`-i\`; whole words: \`-w\`\n- only some files: \`-g '*.py'\` or \`-t py\`\n- hidden and ignored files too: \`-uu\`\n\nExit status 1 means no match. Name the folder: without one and without a terminal rg reads standard input.\n`,
  },
  datamash: {
    description: 'Statistics on columns of tables with datamash: sum, mean, maximum, by group.',
    text: `# datamash\n\nReads a table from standard input; columns are numbered from 1 and separated by tabs (\`-t,\` for commas).\n\n- \`datamash sum 2 max 2 < t.tsv\`\n- by group: \`datamash -s -g 1 mean 2 < t.tsv\` (\`-s\` sorts first, which \`-g\` needs)\n- with a header line: \`--header-in\`, or \`-H\` to print one too\n- others: count, unique, median, pstdev, first, last\n`,
  },
}
