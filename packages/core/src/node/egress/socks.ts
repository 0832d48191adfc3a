/** Loaded lazily and by name: a bundler gives lazily imported CommonJS modules no named exports. */
export { SocksClient } from 'socks'
