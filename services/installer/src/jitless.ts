import { config } from 'zod/v4/core'

// A few documents are parsed once each: compiling their schemas would take longer than it saves.
config({ jitless: true })
