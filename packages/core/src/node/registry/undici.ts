// A room of its own, so that undici is loaded by who asks a server and not by who merely could.
export { Agent, fetch, ProxyAgent, request } from 'undici'
