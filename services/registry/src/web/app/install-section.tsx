import { type AgentId, agentIds, agents } from '@cli-apps/core'
import type { FC } from 'hono/jsx'
import type { PageProps } from '../page.ts'
import { CopiedCommand } from '../parts/copied-command.tsx'
import { Prose } from '../parts/prose.tsx'
import { lineOf } from '../parts/shown-text.ts'
import { exactName, type VersionProps } from './shown-app.ts'

/** How to get the app, and its skill for an agent. */
export const InstallSection: FC<VersionProps> = ({ page, app, version: { manifest } }) => {
  const { texts, address } = page
  const command = `npx cli-apps install ${exactName(app)} --registry ${address}`
  const byHand = manifest.install.flatMap((method) => (method.method === 'bundled' ? [method] : []))
  const isByHand = byHand.length === manifest.install.length
  return (
    <section id="install">
      <h2>{texts.app.install}</h2>
      {isByHand && (
        <div class="notice" role="note">
          <p>
            <strong>{texts.app.getProgram}</strong>
          </p>
          {byHand.map(({ instructions }) => (
            <p>{lineOf(instructions)}</p>
          ))}
          <p>{texts.app.thenInstall(lineOf(byHand.map(({ detect }) => detect).join(', ')))}</p>
        </div>
      )}
      <CopiedCommand page={page} command={command} />
      <p class="quiet small">{texts.app.installNote}</p>
      <Agents page={page} command={command} />
    </section>
  )
}

/** The agents that most people use; the others have names only, since one command is as the next. */
const usual: readonly AgentId[] = ['claude-code', 'codex', 'cursor', 'gemini-cli', 'github-copilot']

const Agents: FC<PageProps & { command: string }> = ({ page, command }) => {
  const { app } = page.texts
  const others = agentIds.filter((id) => !usual.includes(id))
  return (
    <details>
      <summary>{app.forAgent}</summary>
      {usual.map((id) => (
        <>
          <p class="small">{agents[id].title}</p>
          <CopiedCommand
            page={page}
            command={`${command} --agent ${id}`}
            what={app.commandFor(agents[id].title)}
            isPrompted={false}
          />
        </>
      ))}
      <details>
        <summary>{app.otherAgents(others.length)}</summary>
        <p class="quiet small">
          <Prose text={app.agentName} />
        </p>
        <ul class="names small">
          {others.map((id) => (
            <li>
              {agents[id].title} <code>{id}</code>
            </li>
          ))}
        </ul>
      </details>
    </details>
  )
}
