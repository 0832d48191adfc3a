import type { FC } from 'hono/jsx'

interface DayChartProps {
  days: readonly { day: string; installs: number }[]
  /** What a screen reader says in place of the chart. */
  label: string
}

const height = 32
const step = 6

/** One bar for each day; the highest fills the chart. */
export const DayChart: FC<DayChartProps> = ({ days, label }) => {
  const most = Math.max(1, ...days.map(({ installs }) => installs))
  return (
    <svg
      class="days"
      viewBox={`0 0 ${days.length * step} ${height}`}
      preserveAspectRatio="xMinYMax"
      role="img"
      aria-label={label}
    >
      {days.map(({ day, installs }, at) => {
        const tall = installs === 0 ? 1 : Math.max(2, Math.round((installs / most) * height))
        return (
          <rect x={at * step} y={height - tall} width={step - 1} height={tall}>
            <title>{`${day}: ${installs}`}</title>
          </rect>
        )
      })}
    </svg>
  )
}
