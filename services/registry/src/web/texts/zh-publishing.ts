import type { englishPublishingTexts } from './en-publishing.ts'

/** The Chinese texts of the page on publishing. */
export const chinesePublishingTexts: typeof englishPublishingTexts = {
  title: '发布应用',
  lead: '清单说明程序的用途、安装方法和调用方法。您可以在终端或浏览器中把自己的清单发布到这里。',
  signIn: '登录并发布',
  write: '编写清单',
  writeText:
    '这个命令用 npm 已有的信息写出 my-app.json，并列出还需填写的内容。用 --apt 则查询 Debian，用 --program 则查询程序本身。',
  check: '检查并试用',
  checkText:
    '第一个命令报告发布时会被拒绝的内容，并给出每个问题所在的行。第二个命令在单独的位置安装应用，运行它的用法示例，然后移除。',
  send: '发布',
  sendText:
    '登录时需要令牌。第一个令牌由本注册表的运营者给您，或在这里登录后自行创建。发布前会显示请求并询问。',
  browser: '在浏览器中',
  browserText:
    '登录后粘贴清单。每个问题都显示在相应的行旁，然后是应用的页面和技能。确认之前不会保存任何内容。',
  afterwards: '发布之后',
  afterwardsText:
    '已发布的版本不会改变。您可以撤回或弃用某个版本，添加所有者，也可以让 CI 任务无需令牌即可发布。',
  api: '用于发布的 HTTP 请求',
}
