// The vault of this run: with the system's keyring, unless the settings say file.
import type { Configuration } from '../config/resolve.ts'
import type { Runtime } from '../core/runtime.ts'
import { system_keyring } from './keyring.ts'
import { openVault, type Vault } from './vault.ts'

export async function openVaultOf({ values }: Pick<Configuration, 'values'>, world: Pick<Runtime, 'env' | 'home' | 'platform'>): Promise<Vault> {
  return openVault(world, values.secrets?.value === 'file' ? undefined : system_keyring)
}
