// The orders of day, month and year in a numeric date. A separate file, so that help and completion load nothing else.
export const date_orders = ['mdy', 'dmy', 'ymd'] as const
export type DateOrder = (typeof date_orders)[number]
