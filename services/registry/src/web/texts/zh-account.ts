import type { englishAccountTexts } from './en-account.ts'

/** The Chinese texts of the pages for people who are signed in. */
export const chineseAccountTexts: typeof englishAccountTexts = {
  signIn: {
    title: '登录',
    lead: '使用本注册表的 API 令牌，即可在此发布和管理应用。',
    token: 'API 令牌',
    tokenHint:
      '第一个令牌由本注册表的运营者创建。网页拥有与令牌相同的权限，但不保存令牌，只保存 12 小时的会话。',
    send: '登录',
    out: '退出登录',
    ended: '您已退出登录。',
    again: '重新登录',
    typed: '您输入的内容',
    typedHint: '这些内容均未保存。离开本页前请先复制。',
  },
  nav: {
    label: '您的账户',
    overview: '账户',
    publish: '发布',
    tokens: '令牌',
    audit: '审计日志',
    signedIn: '已登录：',
  },
  overview: {
    title: '您的账户',
    user: '用户',
    organizations: '组织',
    token: '令牌',
    scopes: '权限范围',
    expires: '令牌到期',
    session: '会话结束',
    never: '永不',
    apps: '您的应用',
    noApps: '您还没有应用。',
    publish: '发布应用',
    manage: '管理',
    page: '页面',
    held: '等待运营者处理的版本',
    heldNote: '在运营者批准之前，任何人都无法安装它们。',
    version: '版本',
    state: '状态',
    reasons: '原因',
    waits: '已扣留',
    rejected: '已拒绝',
  },
  faults: {
    title: '未完成',
    unchanged: '没有任何更改。',
  },
}
