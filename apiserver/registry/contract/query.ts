// The query parameters of a request.

/** Not to be changed: requests for the same path share it. */
export type Query = Omit<URLSearchParams, 'append' | 'delete' | 'set' | 'sort'>;
