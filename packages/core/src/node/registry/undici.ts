// A separate module, so that undici is loaded lazily, when a server is configured.
export { Agent, fetch, ProxyAgent, request } from 'undici'
