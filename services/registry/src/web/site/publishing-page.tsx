import type { FC } from 'hono/jsx'
import { Layout } from '../layout.tsx'
import type { PageProps } from '../page.ts'
import { CopiedCommand } from '../parts/copied-command.tsx'

/** `/publishing`: how to publish an app, for everybody to read. */
export const PublishingPage: FC<PageProps> = ({ page }) => {
  const { root, texts } = page
  const { publishing } = texts
  return (
    <Layout title={publishing.title} page={page} description={publishing.lead}>
      <h1>{publishing.title}</h1>
      <p class="lead">{publishing.lead}</p>
      <p>
        <a class="button" href={`${root}/sign-in?to=publish`} rel="nofollow">
          {publishing.signIn}
        </a>
      </p>
      <div class="prose">
        <Steps page={page} />
        <p class="quiet small">{texts.app.installNote}</p>
        <h2>{publishing.browser}</h2>
        <p>{publishing.browserText}</p>
        <h2>{publishing.afterwards}</h2>
        <p>{publishing.afterwardsText}</p>
        <ul>
          <li>
            <a href={`${root}/docs/schemas/AppManifest`}>{texts.account.publish.keys}</a>
          </li>
          <li>
            <a href={`${root}/v1/schema/app.json`}>{texts.home.schema}</a>
          </li>
          <li>
            <a href={`${root}/docs/operations/publishVersion`}>{publishing.api}</a>
          </li>
        </ul>
      </div>
    </Layout>
  )
}

/** What one types in a terminal. */
const Steps: FC<PageProps> = ({ page }) => {
  const {
    texts: { publishing },
    address,
  } = page
  const steps = [
    {
      name: publishing.write,
      text: publishing.writeText,
      commands: ['npx cli-apps new my-app --npm my-app'],
    },
    {
      name: publishing.check,
      text: publishing.checkText,
      commands: ['npx cli-apps validate my-app.json', 'npx cli-apps try ./my-app.json'],
    },
    {
      name: publishing.send,
      text: publishing.sendText,
      commands: [
        `npx cli-apps login --registry ${address}`,
        `npx cli-apps publish my-app.json --registry ${address}`,
      ],
    },
  ]
  return (
    <>
      {steps.map(({ name, text, commands }, at) => (
        <section>
          <h2>{`${at + 1}. ${name}`}</h2>
          <p>{text}</p>
          {commands.map((command) => (
            <CopiedCommand page={page} command={command} />
          ))}
        </section>
      ))}
    </>
  )
}
