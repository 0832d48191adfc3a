import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'

/** `/how-it-works`: the four layers from a manifest to a call. */
export const HowPage: FC<PageProps> = ({ page }) => {
  const { root, texts } = page
  const { how } = texts
  return (
    <Layout title={how.title} page={page} description={how.lead}>
      <h1>{how.title}</h1>
      <p class="lead">{how.lead}</p>
      <FlatLayers page={page} />
      <TallLayers page={page} />
      <div class="columns two">
        {how.layers.map(({ name, text }, at) => (
          <section>
            <h2>{`${at + 1}. ${name}`}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
      <h2>{how.promises}</h2>
      <dl class="facts">
        {how.checks.map(([when, what]) => (
          <>
            <dt>{when}</dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
      <h2>{how.more}</h2>
      <ul>
        {!page.isStatic && (
          <li>
            <a href={`${root}/docs`}>{how.api}</a>
          </li>
        )}
        <li>
          <a href={`${root}/statistics`}>{how.statistics}</a>
        </li>
      </ul>
    </Layout>
  )
}

/** For wide screens: the layers side by side, with what each one leaves for the next. */
const FlatLayers: FC<PageProps> = ({ page: { texts } }) => {
  const { how } = texts
  const [width, step] = [232, 256]
  return (
    <svg class="layers flat" viewBox="0 0 1000 170" role="img" aria-label={how.figure}>
      {how.layers.map(({ name, short }, at) => (
        <g transform={`translate(${at * step} 0)`}>
          <rect class="box" x="1" y="1" width={width - 2} height="168" rx="12" />
          <rect class="bar" x="20" y="24" width="36" height="5" rx="2.5" />
          <text x="20" y="66" font-size="24" font-weight="700">
            {name}
          </text>
          <text class="quiet" x="20" y="94" font-size="16">
            {short}
          </text>
          <text class="file" x="20" y="142" font-size="13">
            {how.files[at]}
          </text>
          {at < how.layers.length - 1 && <path d={`M${width + 4} 85h14m-6-6l6 6-6 6`} stroke-width="2" />}
        </g>
      ))}
    </svg>
  )
}

/** For narrow screens: the same from top to bottom. */
const TallLayers: FC<PageProps> = ({ page: { texts } }) => {
  const { how } = texts
  return (
    <svg class="layers tall" viewBox="0 0 320 500" role="img" aria-label={how.figure}>
      {how.layers.map(({ name, short }, at) => (
        <g transform={`translate(0 ${at * 128})`}>
          <rect class="box" x="1" y="1" width="318" height="100" rx="12" />
          <rect class="bar" x="18" y="18" width="30" height="5" rx="2.5" />
          <text x="18" y="52" font-size="21" font-weight="700">
            {name}
          </text>
          <text class="quiet" x="140" y="52" font-size="15">
            {short}
          </text>
          <text class="file" x="18" y="82" font-size="13">
            {how.files[at]}
          </text>
          {at < how.layers.length - 1 && <path d="M160 105v16m-6-6l6 6 6-6" stroke-width="2" />}
        </g>
      ))}
    </svg>
  )
}
