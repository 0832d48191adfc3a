import type { ServedPackage } from './npm-registry.ts'

/** A stand-in for a team suite's command-line program: meetings of today, in files of its own where it is run. */
const program = `#!/usr/bin/env node
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
const args = process.argv.slice(2)
const option = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined)
const help = {
  '': 'Usage: feishu [options] [command]\\n\\nWork with Feishu\\n\\nOptions:\\n  -V, --version  output the version number\\n  -h, --help     display help for command\\n\\nCommands:\\n  minutes        Meeting minutes\\n',
  minutes: 'Usage: feishu minutes [options] [command]\\n\\nMeeting minutes\\n\\nOptions:\\n  -h, --help             display help for command\\n\\nCommands:\\n  list [options]         List meeting minutes\\n  export [options] <id>  Export meeting minutes to a file\\n  delete <id>            Delete exported minutes\\n',
  'minutes list': 'Usage: feishu minutes list [options]\\n\\nList meeting minutes\\n\\nOptions:\\n  --date <day>  today or YYYY-MM-DD\\n  --json        print JSON\\n  -h, --help    display help for command\\n',
  'minutes export': 'Usage: feishu minutes export [options] <id>\\n\\nExport meeting minutes to a file\\n\\nOptions:\\n  --output <file>  where to write them\\n  -h, --help       display help for command\\n',
  'minutes delete': 'Usage: feishu minutes delete [options] <id>\\n\\nDelete exported minutes\\n\\nOptions:\\n  -h, --help  display help for command\\n',
}
const words = args.filter((arg) => !arg.startsWith('-') && arg !== 'help').slice(0, 2).join(' ')
const minutes = [{ id: 'm-17', title: '周会', date: 'today', text: '决定：周五发布。' }]
if (args.includes('--version') || args.includes('-V')) console.log('feishu 2.1.0')
else if (args.includes('--help') || args.includes('-h') || args[0] === 'help' || ['', 'minutes'].includes(args.join(' ')))
  process.stdout.write(help[words] ?? help[words.split(' ')[0]] ?? help[''])
else if (words === 'minutes list' && option('--date') === 'today')
  console.log(args.includes('--json') ? JSON.stringify(minutes.map(({ id, title }) => ({ id, title }))) : minutes[0].title)
else if (args[0] === 'minutes' && args[1] === 'export' && option('--output')) {
  const found = minutes.find(({ id }) => id === args[2])
  if (!found) { console.error('no such minutes: ' + args[2]); process.exit(4) }
  writeFileSync(option('--output'), '# ' + found.title + '\\n\\n' + found.text + '\\n')
  console.log('exported ' + option('--output'))
} else if (args[0] === 'minutes' && args[1] === 'delete') rmSync(args[2])
else { console.error('error: unknown command ' + JSON.stringify(args)); process.exit(1) }
`

export const feishuPackage: ServedPackage = {
  name: 'feishu-fixture',
  version: '2.1.0',
  files: { 'cli.js': program },
  json: { type: 'module', bin: { feishu: 'cli.js' } },
}

export const feishuManifest = {
  manifest: 1,
  name: 'feishu',
  version: '2.1.0',
  display_name: '飞书',
  summary: 'Meeting minutes, documents and messages of Feishu',
  description:
    'Lists and exports meeting minutes of Feishu. Use it for meetings, documents and messages of the team.',
  category: 'office',
  tags: ['会议', '会议记录'],
  aliases: ['飞书', 'lark'],
  entry_point: 'feishu',
  install: [{ method: 'npm', package: 'feishu-fixture', version: '2.1.0' }],
  run: {
    version: { args: ['--version'], expect: 'feishu 2' },
    effects: { read: ['minutes list'], write: ['minutes export'], destructive: ['minutes delete'] },
  },
  recipes: [
    {
      id: 'minutes-of-today',
      task: '今天的会议记录',
      call: { args: ['minutes', 'list', '--date', 'today', '--json'] },
    },
  ],
}
