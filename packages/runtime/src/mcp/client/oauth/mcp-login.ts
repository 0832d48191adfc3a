import * as z from 'zod'

const Client = z.object({
  client_id: z.string().min(1),
  client_secret: z.string().optional(),
  client_id_issued_at: z.number().optional(),
  client_secret_expires_at: z.number().optional(),
  issuer: z.string().optional(),
})

const Tokens = z.object({
  access_token: z.string().min(1),
  token_type: z.string(),
  id_token: z.string().optional(),
  expires_in: z.number().optional(),
  scope: z.string().optional(),
  refresh_token: z.string().optional(),
  issuer: z.string().optional(),
})

/** A login to a remote server by OAuth. It counts for this address only, whatever a server of the same name is declared to be later. */
export const McpLogin = z.object({
  url: z.string(),
  client: Client,
  tokens: Tokens,
  revocation_endpoint: z.string().optional().describe('Where tokens are revoked (RFC 7009), if anywhere'),
})
export type McpLogin = z.infer<typeof McpLogin>

/** Keeps the login to one server. */
export interface LoginStore {
  read(): Promise<McpLogin | undefined>
  write(login: McpLogin): Promise<void>
}
