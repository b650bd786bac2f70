// The vault of this run: with the system's keyring, unless the settings say file.
import type { Configuration } from '../config/resolve.ts'
import type { Runtime } from '../core/runtime.ts'
import { system_keyring } from './keyring.ts'
import { openVault, type Vault } from './vault.ts'

export async function openVaultOf(
  { values }: Pick<Configuration, 'values'>,
  runtime: Pick<Runtime, 'env' | 'home' | 'platform'>,
): Promise<Vault> {
  return openVault(runtime, values.secrets?.value === 'file' ? undefined : system_keyring)
}
