export const USERS: readonly { readonly id: number; readonly login: string; readonly password: string; readonly role: string }[]
