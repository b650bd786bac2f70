// The types of licenses.js, for its test.
export function packageFolders(module_ids: readonly string[]): string[]
