/** Location of the catalog that ships with the program. */
export const builtInCatalog = 'catalog:built-in'
