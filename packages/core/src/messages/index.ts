export { formatMessage, plural } from './format-message.ts'
