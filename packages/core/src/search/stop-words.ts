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

/** Words that nearly everything in a catalogue of programs could be called: they count, but little. */
export const lightWords = words(`
  app apps application applications cli command commands program programs software tool tools utility utilities free
  online open-source make create convert change work job project new file files quickly help interface output input
  工具 软件 程序 命令 应用 命令行 项目 文件 内容 生成 制作 转换 东西 工作 创建 ツール ソフト アプリ コマンド ファイル 作成 作る`)

/** What one does with a thing says less of a program than the thing. */
export const plainVerbs = words(`
  add build call check clean clear cut delete display download edit extract find fix generate import keep list load look
  open print publish read reduce remove run save search see send share show start strip tidy track turn update upload
  validate verify view watch write
  删除 去掉 移除 去除 清理 整理 查看 看看 看 打开 显示 查找 搜索 寻找 找 找到 检查 编辑 修改 运行 执行 写 读 读取 发 发送 打印 添加 更新
  保存 下载 上传 管理 处理 统计 控制 操作 見る 開く 探す 直す 調べる 確認 編集 削除 検索 表示`)
