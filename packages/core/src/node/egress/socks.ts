/** Loaded lazily, by name: a bundle gives a CommonJS module that is imported lazily no named exports. */
export { SocksClient } from 'socks'
