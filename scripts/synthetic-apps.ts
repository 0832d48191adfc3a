// A registry of any size for measurements: plausible apps whose words follow Zipf's law, the same ones in every run, put
// straight into the tables.
import { createHash } from 'node:crypto'
import { type AppManifest, AppName, appDocument, Category, indexEntry, slipsOf } from '@cli-apps/core'
import { manifestDigest } from '@cli-apps/core/node'
import { sql } from 'drizzle-orm'
import { facetsOf } from '../services/registry/src/apps/facets.ts'
import { derivedFormat, searchRowOf } from '../services/registry/src/apps/refresh-app.ts'
import type { Queries } from '../services/registry/src/db/database.ts'
import { openPostgres } from '../services/registry/src/db/postgres/open-postgres.ts'
import { countedTerms, searchValues } from '../services/registry/src/db/queries/search-rows.ts'
import {
  appNames,
  appOwners,
  appSearch,
  apps,
  searchWords,
  users,
  versions,
} from '../services/registry/src/db/schema.ts'
import { sortKey } from '../services/registry/src/db/sort-key.ts'
import { randomNumbers } from './random-numbers.ts'

const owner = 'synthetic'
const publishedAt = new Date('2026-01-01T00:00:00Z')
const batch = 500

/** Migrates a Postgres database and fills it with apps up to this number; existing ones stay. */
export async function insertSyntheticApps(databaseUrl: string, count: number): Promise<void> {
  const database = await openPostgres(databaseUrl)
  try {
    await database.migrate()
    await fillWithApps(database.queries, count)
  } finally {
    await database.close()
  }
}

/** Like `insertSyntheticApps`, for a migrated database of either kind. */
export async function fillWithApps(db: Queries, count: number): Promise<void> {
  await db.insert(users).values({ name: owner, createdAt: publishedAt }).onConflictDoNothing()
  const present = await db.$count(apps)
  const counts = new Map<string, number>()
  const makeIndexes = count - present < 5000 ? undefined : await dropIndexes(db)
  for (let from = present; from < count; from += batch)
    await insertApps(db, { from, to: Math.min(count, from + batch), counts })
  await insertWords(db, [...counts])
  await makeIndexes?.()
  await db.execute(sql`analyze`)
}

/** Drops the inverted indexes, which are built much faster at the end. Returns a function that rebuilds them. */
async function dropIndexes(db: Queries): Promise<() => Promise<void>> {
  const definitions: string[] = []
  for (const name of ['app_search_terms', 'search_words_slips', 'versions_facets']) {
    const rows = await db
      .select({ definition: sql<string>`indexdef` })
      .from(sql`pg_indexes`)
      .where(sql`indexname = ${name}`)
    definitions.push(...rows.map(({ definition }) => definition))
    await db.execute(sql`drop index ${sql.identifier(name)}`)
  }
  return async () => {
    for (const definition of definitions) await db.execute(sql.raw(definition))
  }
}

async function insertWords(db: Queries, counts: readonly [string, number][]): Promise<void> {
  for (let from = 0; from < counts.length; from += batch * 10) {
    const rows = counts
      .slice(from, from + batch * 10)
      .map(([word, apps]) => ({ word, apps, slips: slipsOf(word) }))
    await db
      .insert(searchWords)
      .values(rows)
      .onConflictDoUpdate({ target: searchWords.word, set: { apps: sql`search_words.apps + excluded.apps` } })
  }
}

interface Part {
  from: number
  to: number
  /** How many apps have each term. */
  counts: Map<string, number>
}

async function insertApps(db: Queries, { from, to, counts }: Part): Promise<void> {
  const manifests = Array.from({ length: to - from }, (_, index) => syntheticManifest(from + index))
  const rows = manifests.map((manifest, index) => rowsOf(manifest, from + index))
  for (const term of rows.flatMap(({ search }) => countedTerms(search)))
    counts.set(term, (counts.get(term) ?? 0) + 1)
  await db.transaction(async (tx) => {
    await tx.insert(apps).values(rows.map(({ app }) => app))
    await tx.insert(versions).values(rows.map(({ version }) => version))
    await tx
      .insert(appOwners)
      .values(manifests.map(({ name }) => ({ app: name, user: owner, addedAt: publishedAt })))
    await tx.insert(appSearch).values(rows.map(({ search }) => searchValues(search)))
    await tx.insert(appNames).values(manifests.map(({ name }) => ({ key: name, app: name })))
  })
}

function rowsOf(manifest: AppManifest, index: number) {
  const { name, version } = manifest
  const downloads = Math.floor(100_000 / (1 + ((index * 7919) % 10_007)))
  const digest = manifestDigest(manifest)
  const document = appDocument(
    [{ manifest, digest, published_at: publishedAt.toISOString(), yanked: null, deprecated: null }],
    { owners: [owner] },
  )
  return {
    search: searchRowOf(manifest, downloads),
    app: {
      name,
      latest: version,
      createdAt: publishedAt,
      downloads,
      document: `${JSON.stringify(document)}\n`,
      i18n: indexEntry({ manifest, digest }).i18n ?? null,
      shard: createHash('sha256').update(name).digest('hex').slice(0, 4),
      derivedFormat,
    },
    version: {
      app: name,
      version,
      sortKey: sortKey(version),
      manifest: JSON.stringify(manifest),
      digest,
      publishedAt,
      publishedBy: owner,
      displayName: manifest.display_name,
      summary: manifest.summary,
      description: manifest.description,
      category: manifest.category,
      tags: manifest.tags ?? [],
      aliases: [],
      facets: facetsOf(manifest),
    },
  }
}

/** Name of the app with this number, from 0. */
export const syntheticName = (index: number): AppName =>
  AppName.parse(`${inventedWord(index % 5003)}-${inventedWord(Math.floor(index / 7))}-${index.toString(36)}`)

/** The app with this number: about two hundred words in English, Chinese and an invented language. */
export function syntheticManifest(index: number): AppManifest {
  const random = randomFrom(index)
  const name = syntheticName(index)
  const words = (count: number): string => Array.from({ length: count }, () => zipfWord(random)).join(' ')
  const line = (count: number, most: number): string => words(count).slice(0, most).trim()
  return {
    manifest: 1,
    name,
    version: `${1 + (index % 9)}.${index % 13}.0`,
    display_name: name.replaceAll('-', ' '),
    summary: line(8, 120),
    description: line(60, 700),
    i18n: { zh: { summary: chineseText(random, 8), description: chineseText(random, 40) } },
    category: Category.options[index % Category.options.length] ?? 'dev',
    tags: Array.from({ length: 4 }, () => zipfWord(random)),
    homepage: `https://${name}.example.org`,
    license: 'MIT',
    entry_point: name,
    install: [
      index % 3 === 0
        ? { method: 'pip', package: name, version: '1.0.0' }
        : { method: 'npm', package: name, version: '1.0.0' },
    ],
  }
}

const vocabularySize = 40_000

/** The n-th word is about n times rarer than the first. */
const zipfWord = (random: () => number): string => {
  const rank = Math.floor(vocabularySize ** random()) - 1
  return commonWords[rank] ?? inventedWord(rank)
}

const chineseText = (random: () => number, count: number): string =>
  Array.from(
    { length: count },
    () => chineseWords[Math.floor(chineseWords.length ** random()) - 1] ?? '工具',
  ).join('')

const syllables = [
  ...['ba', 'ce', 'di', 'fo', 'gu', 'ha', 'ke', 'li', 'mo', 'nu', 'pra', 'que', 'ri', 'sto', 'tu'],
  ...['va', 'we', 'xi', 'yo', 'zan', 'cre', 'dal', 'fin', 'gor', 'hub'],
]

/** The word with this number, in two or more syllables. */
function inventedWord(number: number): string {
  let rest = number + syllables.length
  let word = ''
  while (rest > 0) {
    word += syllables[rest % syllables.length]
    rest = Math.floor(rest / syllables.length)
  }
  return word
}

const randomFrom = (seed: number): (() => number) => randomNumbers((seed + 1) * 0x9e3779b1)

const commonWords =
  `the and files with from text data image convert command line video search code json format server
audio project local build test list export remote query document page cloud network user image photo table spreadsheet
pdf csv markdown database compress merge split extract encrypt decrypt backup sync upload download render preview edit
filter sort count graph chart diagram terminal browser automation script deploy container cluster log monitor metric
alert message chat mail calendar task note meeting report translate speech voice music picture scan password secret key
token certificate proxy request response client schema validate lint debug profile benchmark package install update
archive folder directory rename copy move delete watch schedule theme font color icon screenshot record stream subtitle
caption resize crop rotate vector model mesh print simulate solve equation unit currency invoice ledger budget game level
sprite device sensor publish subscribe queue cache index shard replica migrate seed template generate parse tokenize`
    .split(/\s+/)
    .filter((word) => word !== '')

const chineseWords =
  `文件 转换 数据 图片 视频 音频 文档 搜索 代码 格式 命令 导出 导入 压缩 合并 拆分 提取 加密 备份 同步 上传 下载
表格 数据库 查询 统计 分析 图表 浏览器 自动化 脚本 部署 容器 日志 监控 消息 日历 任务 笔记 会议 记录 翻译 语音 音乐 密码 证书 网络
请求 接口 校验 调试 性能 测试 打包 安装 更新 目录 重命名 复制 删除 截图 录屏 字幕 裁剪 旋转 矢量 模型 渲染 打印 求解 单位 汇率 发票 账本
预算 游戏 设备 传感器 发布 订阅 队列 缓存 索引 模板 生成 解析 本地 远程 支持 批量 快速 编辑 处理 管理`.split(
    /\s+/,
  )

if (process.argv[1]?.endsWith('synthetic-apps.ts'))
  await insertSyntheticApps(process.argv[2] ?? '', Number(process.argv[3] ?? 1000))
