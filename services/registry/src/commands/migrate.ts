import { dataHelp, dataOption, type RegistryCommand } from '../command.ts'
import { readRegistryConfig } from '../config.ts'
import { withOperator } from '../operator/with-operator.ts'

export const migrateCommand: RegistryCommand = {
  usage: 'migrate [--data DIR]',
  help: ['Migrate the tables of the database to this version. serve does this at start.', '', dataHelp],
  options: dataOption,
  run: async ({ values, environment, print }) => {
    const result = await withOperator(readRegistryConfig(values, environment), (operator) =>
      operator.migrate(),
    )
    print(result, `The ${result.database} database is up to date.`)
  },
}
