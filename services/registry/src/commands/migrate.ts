import { dataOption, type RegistryCommand } from '../command.ts'
import { readRegistryConfig } from '../config.ts'
import { withOperator } from '../operator/with-operator.ts'

export const migrateCommand: RegistryCommand = {
  about: 'Migrate the tables of the database to this version. serve does this at start.',
  options: dataOption,
  positionals: {},
  run: async ({ values, environment, print }) => {
    const result = await withOperator(readRegistryConfig(values, environment), (operator) =>
      operator.migrate(),
    )
    print(result, `The ${result.database} database is up to date.`)
  },
}
