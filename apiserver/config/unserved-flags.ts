// Flags that operators of this API know and that this server does not honour, so that a command line made for another
// server ends with what is missing instead of a guess at a misspelt name. A flag whose value says what this server does
// anyway is taken.

import type { Flag } from '../../shared/process/flag.ts';

/** A flag that is refused whatever its value is. */
function unserved(missing: string): Flag<undefined> {
  return {
    meaning: `not served yet: ${missing}`,
    value: 'TEXT',
    initial: undefined,
    hidden: true,
    read: () => {
      throw new Error(`not served yet: ${missing}`);
    },
  };
}

/** A flag that takes the one value that holds here: a switch that cannot be turned, or a text. */
function fixed<T extends boolean | string>(only: T, reason: string): Flag<T> {
  const shown = JSON.stringify(only);
  return {
    meaning: `always ${shown}: ${reason}`,
    ...(typeof only === 'boolean' ? { initialText: shown } : { value: 'TEXT' }),
    initial: only,
    hidden: true,
    read: (text) => {
      if (text === String(only)) return only;
      throw new Error(`only ${shown} is possible: ${reason}`);
    },
  };
}

const identityProviders = 'tokens of identity providers';
const tokenWebhook = 'asking a webhook whose a token is';
const accessWebhook = 'asking a webhook for permission';
const truncation = 'not served yet: cutting large audit events';
const aggregation = 'APIs of other servers';
const fairness = 'queues by priority; --max-requests-inflight limits what is worked on at once';
const caching = 'every list and watch is answered by a cache of all objects, which grows with them';

/** The flags, by name; none of them stands in the list of flags that help prints. */
export const unservedFlags = {
  'authentication-config': unserved('authentication by a configuration file'),
  'oidc-issuer-url': unserved(identityProviders),
  'oidc-client-id': unserved(identityProviders),
  'oidc-ca-file': unserved(identityProviders),
  'oidc-username-claim': unserved(identityProviders),
  'oidc-username-prefix': unserved(identityProviders),
  'oidc-groups-claim': unserved(identityProviders),
  'oidc-groups-prefix': unserved(identityProviders),
  'oidc-required-claim': unserved(identityProviders),
  'oidc-signing-algs': unserved(identityProviders),
  'authentication-token-webhook-config-file': unserved(tokenWebhook),
  'authentication-token-webhook-cache-ttl': unserved(tokenWebhook),
  'authentication-token-webhook-version': unserved(tokenWebhook),
  'authorization-config': unserved('authorization by a configuration file; --authorization-mode names the modules'),
  'authorization-policy-file': unserved('rules of access in a file (mode ABAC)'),
  'authorization-webhook-config-file': unserved(accessWebhook),
  'authorization-webhook-cache-authorized-ttl': unserved(accessWebhook),
  'authorization-webhook-cache-unauthorized-ttl': unserved(accessWebhook),
  'authorization-webhook-version': unserved(accessWebhook),
  'admission-control-config-file': unserved('configuration of admission plug-ins'),
  'encryption-provider-config': unserved('encryption of stored objects'),
  'encryption-provider-config-automatic-reload': unserved('encryption of stored objects'),
  'egress-selector-config-file': unserved('proxies for connections of the server'),
  'tracing-config-file': unserved('traces'),
  'audit-webhook-truncate-enabled': fixed(false, truncation),
  'audit-log-truncate-enabled': fixed(false, truncation),
  'proxy-client-cert-file': unserved(aggregation),
  'proxy-client-key-file': unserved(aggregation),
  'enable-aggregator-routing': fixed(false, `not served yet: ${aggregation}`),
  'enable-priority-and-fairness': fixed(false, `not served yet: ${fairness}`),
  'endpoint-reconciler-type': fixed('none', 'the addresses of servers are not published as endpoints'),
  profiling: fixed(false, 'profiles of the process are taken by the flags of Node.js'),
  'contention-profiling': fixed(false, 'profiles of the process are taken by the flags of Node.js'),
  'watch-cache': fixed(true, caching),
  'default-watch-cache-size': fixed('100', caching),
  'watch-cache-sizes': fixed('', caching),
  'storage-media-type': fixed('application/json', 'objects are stored in the form in which most clients read them'),
} as const;

/** For help: all of them in one sentence, and what may be said of those that stand fast. */
export function describeUnserved(): string {
  const entries = Object.entries<Flag>(unservedFlags);
  const refused = entries.filter(([, { initial }]) => initial === undefined).map(([name]) => `--${name}`);
  const fixed = entries
    .filter(([, { initial }]) => initial !== undefined)
    .map(([name, { initial }]) => `--${name}=${String(initial)}`);
  return `Known and not served yet: ${refused.join(', ')}\n\nFixed: ${fixed.join(', ')}`;
}
