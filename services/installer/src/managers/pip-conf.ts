type Settings = Record<string, string>

/** Parses Python's configuration format: sections, `key = value` or `key: value`, and indented continuation lines. */
export function pipSettingsIn(text: string): Settings {
  const sections: Record<string, Settings> = {}
  let section = ''
  let key = ''
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*([#;]|$)/.test(line)) continue
    const [, heading] = /^\[([^\]]+)\]/.exec(line) ?? []
    const [, name, value = ''] = /^([^\s=:][^=:]*?)\s*[=:]\s*(.*?)\s*$/.exec(line) ?? []
    const into = sections[section] ?? {}
    sections[section] = into
    if (heading !== undefined) {
      section = heading
      key = ''
    } else if (/^\s/.test(line) && key !== '') into[key] = `${into[key] ?? ''}\n${line.trim()}`.trim()
    else if (name !== undefined) {
      key = name.toLowerCase().replaceAll('_', '-')
      into[key] = value
    }
  }
  return { ...sections.global, ...sections.install }
}
