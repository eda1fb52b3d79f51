// Cases without a mutant, by the reason. A test demands that the list is exact, so remove a row when a mutant is added.

/** Ids of cases, by reason. */
const reasons = {
  'waits most of a minute until it can fail': ['default-grace-period', 'slow-heads'],
  'passes unless the target has forgotten its first version': ['expired-version'],
  'needs a node that runs pods, which the bundled server alone does not have': [
    'profile-fields',
    'profile-is-inherited',
    'profile-is-missing',
    'profile-of-an-ephemeral-container',
    'profile-of-the-node',
  ],
  'speaks HTTP/2 by itself, and the proxies of mutants speak HTTP/1.1': ['malformed-headers-over-http2'],
  'is proved by faults planted in the source, and by no proxy yet': [
    'admin-access-to-devices',
    'audiences-of-reviews',
    'audiences-of-static-tokens',
    'callers-are-reviewed',
    'chained-certificates',
    'default-tolerations',
    'deletion-tells-what-remains',
    'events-of-the-node',
    'existing-node',
    'health-fails',
    'lost-nodes-are-told',
    'missing-roles',
    'namespaces-get-an-account',
    'new-nodes-are-tainted',
    'older-than-the-cache',
    'one-proxy-name',
    'parameters-of-another-namespace',
    'policies-have-budgets',
    'policies-match',
    'policies-spare-reviews',
    'quota-counts-whole-pods',
    'requests-are-cleaned',
    'rights-of-signers',
    'rules-of-webhooks',
    'secrets-hold-tokens',
    'token-mounts',
    'tokens-of-secrets',
    'tokens-tell-their-pod',
    'unauthenticated-by-token',
    'unfit-secrets',
    'webhook-patience',
    'webhooks-see-the-caller',
  ],
} as const;

/** All of these ids, sorted. Cases that the bundled server fails cannot be tried and are not included. */
export const withoutMutant: readonly string[] = Object.values(reasons).flat().sort();
