// A separate module, so that undici is loaded lazily, for downloads and for a proxy.
export { fetch, ProxyAgent, request } from 'undici'
