import { describeShellBlocks, parts, useDocsRegistry } from '../support/docs/shell/describe-shell-blocks.ts'

describeShellBlocks(parts.reference, useDocsRegistry())
