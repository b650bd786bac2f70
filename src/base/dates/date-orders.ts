// The orders of day, month and year in a date of digits, in a file of their own because help and completion need
// nothing else.
export const date_orders = ['mdy', 'dmy', 'ymd'] as const
export type DateOrder = (typeof date_orders)[number]
