import type { FC } from 'hono/jsx'
import type { PageTexts } from '../texts/page-texts.ts'

/** Loads nothing, because a server that starts has nothing else yet. */
export const StartingPage: FC<{ texts: PageTexts }> = ({ texts: { locale, site, errors } }) => (
  <html lang={locale}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${errors.starting} · ${site.name}`}</title>
    </head>
    <body>
      <main>
        <h1>{errors.starting}</h1>
        <p>{errors.startingHint}</p>
      </main>
    </body>
  </html>
)
