import { resolve } from 'node:path'

/** The folder of the project. */
export const project = resolve(import.meta.dirname, '../..')
