// The parameters of a request's query, as everybody who reads them sees them.

/** Not to be changed: requests for the same path share it. */
export type Query = Omit<URLSearchParams, 'append' | 'delete' | 'set' | 'sort'>;
