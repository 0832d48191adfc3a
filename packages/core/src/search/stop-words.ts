const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''))

/** Words that say nothing about what is looked for. Chinese and Japanese ones are compared with whole segments. */
export const stopWords = words(`
  a about again all also am an and any are as at be because been before but by can cannot could did do does doing done
  each every few first for from get gets give go good got had has have having he her here him his how i i'd i'm if in
  into is it its just keep kind last let like ll lots many me might more most much must my need needs nice no not now of off
  on once one only onto or other our out over own please put re really s same see set several she should simple so some
  someone something still such t take than that the their them then there these they thing things this those through to
  too up us use used uses using ve very via want wants was way we well were what when where which while who why will
  with without won would you your yourself friend months month day days it's don't easily quickly easy quick
  的 了 和 与 及 或 在 是 有 我 你 他 她 它 们 我们 你们 他们 这 那 这个 那个 这些 那些 哪 哪个 哪些 什么 怎么 怎样 如何 为什么
  把 被 将 给 用 从 到 向 对 里 里面 中 上 下 一 一下 一个 一些 一点 一份 一段 一遍 一张 个 些 点 份 段 张 种 只 要 想 想要 需要 可以
  能 会 能不能 有没有 没有 不 没 吗 呢 吧 啊 就 都 也 还 很 太 好 更 最 再 又 才 让 使 使用 请 帮 帮我 帮忙 并 而 且 但 为 以 于 之 其
  几个 某 某个 各 每 所有 全部 进行 自己 来 去 成 得 地 着 过 出 起来 出来 下来 时 时候 后 前 跟 同 比 比较好 方便 简单 所 多 很多
  を に は が の へ と で も や から まで より か ね よ な だ です ます する した して したい たい ない ある いる れる られる せる させる
  この その あの これ それ あれ こと もの ため よう など いい ほしい ください 方法 使う 使って いくつか 一部 どう 何`)

/** Words that nearly everything in a catalog of programs could be called: they count, but little. */
export const lightWords = words(`
  app apps application applications cli command commands program programs software tool tools utility utilities free
  online open-source make create convert change work job project new file files quickly help interface output input
  工具 软件 程序 命令 应用 命令行 项目 文件 内容 生成 制作 转换 东西 工作 创建 ツール ソフト アプリ コマンド ファイル 作成 作る`)

/** What one does with a thing says less of a program than the thing. */
export const plainVerbs = words(`
  add build call check clean clear cut delete display download edit export extract find fix generate import keep list load look
  open print publish read reduce remove run save search see send share show start strip tidy track turn update upload
  validate verify view watch write
  删除 去掉 移除 去除 清理 整理 查看 看看 看 打开 显示 查找 搜索 寻找 找 找到 检查 编辑 修改 运行 执行 写 读 读取 发 发送 打印 添加 更新
  保存 下载 上传 导出 导入 提取 管理 处理 统计 控制 操作 見る 開く 探す 直す 調べる 確認 編集 削除 検索 表示`)

/** Among the commonest words of a language, yet rare in what programs say of themselves: rarity there tells nothing. */
export const everydayWords = words(`
  able above across actually afternoon against ago almost alone along already although always amount another
  anyone anything apart appear area around aside asked away bad beautiful become begin behind below best
  better between big bit body boss both boy bring brother buy care carry case cause certain chance child
  city close come comes common consider continue correct correctly country couple course current customer
  dad daily dark decide deep different difficult down dozen during early either else end ends enough entire
  especially even evening ever everyone everywhere exact exactly example expect face fact fall family far
  father feel fifth finally fine finish fit five follow foot forget former forward four front full fun
  further general girl given gone great guess guy half hand happen hard hear heard heart high hold holiday
  home hope house huge hundred idea important inside instead interest itself kid kitchen know large late
  lately later lead least leave left life long lose lot low mad main man matter maybe mean mention middle
  mine moment morning mother near never next night nine nobody normal notice often oh old older opposite
  ourselves particular past pay people perfect perhaps person piece place possible pretty probably proper
  properly quicker quite rather reach ready real reason recent related rest result right room round safe
  school seem sense serious seven side similar simply since single sit six sleep slow somebody somehow
  sometimes soon special specific stand stay stiff story straight street strong stuff sudden sure talk teach
  tell ten thank third thought thousand three till together told tonight took top tried true try twice two
  under understand unless until usual usually various wait walk wall water weekend whatever whether wide
  wife wish within woman wonder world worry worth wrong year yes yesterday young
  上个月 下个月 今天 昨天 明天 现在 刚才 以后 以前 最近 早上 晚上 周末 一直 已经 马上 经常 开始 结束 继续 完成 知道 觉得 认为 喜欢 希望
  记得 忘记 告诉 看到 听到 遇到 发现 用到 变得 出现 存在 属于 包括 可用 有用 重要 容易 困难 简便 合适 正确 清楚 明白 干净 漂亮 完整 其他
  别的 另外 任何 大家 别人 朋友 老板 同学 孩子 家人 客户 地方 位置上 情况 问题 原因 结果 办法 部分 方面 一边 前面 后面 左边 右边 上面
  下面 外面 返回 左右 大概 大约 几乎 完全 非常 特别 真的 到底 究竟 可能 应该 必须 一定 不要 不能 不用`)

/** What programs say of themselves in praise or of their kind: true of nearly all, whatever they are for. */
export const selfWords = words(`
  advanced backend based binaries binary capable clean collection comprehensive console cross-platform customizable driven
  efficient elegant engine environment extensible fast faster feature featured flexible framework friendly
  general generic gnu handle handling high implementation integrated interactive intuitive invoke kit
  library light lightweight linux low manipulate manipulating manipulation minimal minimalist modern modular multi multiple multi-platform
  native package perform performance performant platform platforms portable powerful process processing processor productive program
  programmable provide provides purpose quality rapid ratio reliable rich robust scalable sophisticated speed suite support
  supported supporting supports system systems toolkit toolset unified universal unix utilities variety various versatile
  version written
  快速 极速 轻量 轻量级 强大 高性能 高效 现代 易用 友好 简洁 灵活 可扩展 跨平台 开源 免费 通用 下一代 框架 系统 平台 工具集 工具包 支持 功能
  功能丰富 高质量 专业 终端 交互式 实现 基于 提供 一款 全面 集成 各种 多种 不同 类型 高速 軽量 高速な 強力 対応`)
