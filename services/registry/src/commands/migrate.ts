import { type Command, dataHelp, dataOption } from '../command.ts'
import { readConfig } from '../config.ts'
import { withOperator } from '../operator/with-operator.ts'

export const migrateCommand: Command = {
  usage: 'migrate [--data DIR]',
  help: ['Migrate the tables of the database to this version. serve does this at start.', '', dataHelp],
  options: dataOption,
  run: async ({ values, environment, print }) => {
    const result = await withOperator(readConfig(values, environment), (operator) => operator.migrate())
    print(result, `The ${result.database} database is up to date.`)
  },
}
