// A room of its own, so that undici is loaded by who asks a server and not by who merely could.
export { EnvHttpProxyAgent, fetch } from 'undici'
