// The publication statuses that services usually have: for completion and for near misses, never for refusing.
export const usual_statuses: readonly string[] = ['publish', 'draft', 'pending', 'private', 'future', 'trash']
