// Plain values, and the users of all cases.

export const USERS = [['admin', 'administrator'], ['editor'], ['author'], ['contributor'], ['subscriber']]
  .map(([login, role = login], i) => ({ id: i + 1, login, password: `${login}-pass`, role }))

export const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value)
export const mapValues = (object, change) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))
