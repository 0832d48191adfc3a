export interface ChartLine {
  title: string
  /** `light dark` colors. */
  colors: readonly [light: string, dark: string]
  values: readonly number[]
}

const width = 820
const height = 440
const area = { left: 100, right: 590, top: 64, bottom: 380 }

/** Both axes are logarithmic: cost that grows with every app is a rising line, a single tool for all a flat one. */
export function tokenChart(counts: readonly number[], lines: readonly ChartLine[]): string {
  const values = lines.flatMap((line) => line.values)
  const [low, high] = [
    Math.floor(Math.log10(Math.min(...values))),
    Math.ceil(Math.log10(Math.max(...values))),
  ]
  const most = Math.log10(counts.at(-1) ?? 1)
  const x = (count: number): number => area.left + (Math.log10(count) / most) * (area.right - area.left)
  const y = (tokens: number): number =>
    area.bottom - ((Math.log10(tokens) - low) / (high - low)) * (area.bottom - area.top)
  const powers = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title">`,
    '<title id="title">Tokens of the tool list by number of installed apps</title>',
    styleOf(lines),
    `<rect class="ground" width="${width}" height="${height}" rx="8"/>`,
    text(area.left, 30, 'Tokens of the tool list', 'head'),
    text(area.left, 48, 'o200k_base; both axes logarithmic', 'note'),
    ...powers.flatMap((tokens) => [
      `<line class="grid" x1="${area.left}" x2="${area.right}" y1="${round(y(tokens))}" y2="${round(y(tokens))}"/>`,
      text(area.left - 10, y(tokens) + 4, tokens.toLocaleString('en'), 'note end'),
    ]),
    ...counts.map((count) => text(x(count), area.bottom + 22, count.toLocaleString('en'), 'note middle')),
    text((area.left + area.right) / 2, area.bottom + 44, 'installed apps', 'note middle'),
    ...lines.flatMap((line, index) => drawn(line, index, { counts, x, y })),
    '</svg>',
    '',
  ].join('\n')
}

function drawn(
  { title, values }: ChartLine,
  index: number,
  {
    counts,
    x,
    y,
  }: { counts: readonly number[]; x: (count: number) => number; y: (tokens: number) => number },
): string[] {
  const points = values.map((tokens, at) => [round(x(counts[at] ?? 1)), round(y(tokens))] as const)
  const [endX = 0, endY = 0] = points.at(-1) ?? []
  return [
    `<polyline class="line l${index}" points="${points.map((point) => point.join(',')).join(' ')}"/>`,
    ...points.map(([cx, cy]) => `<circle class="dot d${index}" cx="${cx}" cy="${cy}" r="3.5"/>`),
    text(endX + 12, endY - 3, title, `label t${index}`),
    text(endX + 12, endY + 13, (values.at(-1) ?? 0).toLocaleString('en'), 'note'),
  ]
}

function styleOf(lines: readonly ChartLine[]): string {
  const colors = (theme: 0 | 1): string =>
    lines
      .map(
        ({ colors }, index) =>
          `.l${index}{stroke:${colors[theme]}}.d${index},.t${index}{fill:${colors[theme]}}`,
      )
      .join('')
  return [
    '<style>',
    'text{font:13px system-ui,sans-serif;fill:#1f2328}.head{font-size:16px;font-weight:600}.note{font-size:12px;fill:#59636e}',
    '.label{font-weight:600}.end{text-anchor:end}.middle{text-anchor:middle}.line{fill:none;stroke-width:2.5}',
    `.ground{fill:#fff}.grid{stroke:#d1d9e0;stroke-width:1}${colors(0)}`,
    '@media (prefers-color-scheme:dark){text{fill:#f0f6fc}.note{fill:#9198a1}.ground{fill:#0d1117}.grid{stroke:#3d444d}',
    `${colors(1)}}`,
    '</style>',
  ].join('\n')
}

const text = (x: number, y: number, content: string, classes: string): string =>
  `<text class="${classes}" x="${round(x)}" y="${round(y)}">${escaped(content)}</text>`

const round = (value: number): number => Math.round(value * 10) / 10

const escaped = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
