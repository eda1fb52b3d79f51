// Cases that no mutant proves, by the reason. The tests demand that these are all, so a row goes as soon as a mutant comes.

/** Ids of cases, by reason. */
const reasons = {
  'waits most of a minute until it can fail': ['default-grace-period', 'slow-heads'],
  'passes unless the target has forgotten its first version': ['expired-version'],
  'speaks HTTP/2 by itself, and the proxies of mutants speak HTTP/1.1': ['malformed-headers-over-http2'],
} as const;

/** All of them, sorted. Cases that the bundled service fails so far cannot be tried, and are not among them. */
export const withoutMutant: readonly string[] = Object.values(reasons).flat().sort();
