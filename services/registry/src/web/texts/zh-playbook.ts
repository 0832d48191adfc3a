import type { englishPlaybookTexts } from './en-playbook.ts'

const number = (value: number): string => value.toLocaleString('zh-CN')

/** The Chinese texts of the pages of playbooks. */
export const chinesePlaybookTexts: typeof englishPlaybookTexts = {
  title: '流程',
  lead: '需要几个应用配合完成的任务，按顺序给出确切的调用。',
  shown: (count, more) => (more ? `前 ${number(count)} 个流程` : `${number(count)} 个流程`),
  none: '此注册表没有流程。',
  found: '用几个应用一起完成',
  ofApp: '与其他应用一起使用',
  all: '全部流程',
  apps: '需要',
  proved: (date) => `所有步骤已于 ${date} 通过`,
  provedNote: '按原样并使用示例文件运行，程序版本为',
  notProved: '这些调用尚未按原样运行过。',
  add: '添加为技能',
  addNote: '先显示计划并询问。它写入一个供智能体阅读的文件，列出缺少的应用，不安装任何东西。',
  install: '安装所需的应用',
  steps: '步骤',
  stepsLead:
    '所有调用在同一个文件夹中运行，后面的步骤使用前面写出的文件。带颜色的文字是示例：请换成自己的值。',
  writes: (file) => `写入 ${file}`,
  ends: (status) => `退出状态为 ${status}`,
  contains: '输出中包含',
  files: '示例文件',
  details: '详情',
  signed: (key) => `由密钥 ${key} 签名`,
  skill: '技能',
  skillTitle: (name) => `${name} 的技能`,
  skillLead: '“playbook add” 为智能体写入的 SKILL.md。',
  back: '返回此流程',
}
