// The flags of service accounts and their tokens, but for what the files of keys hold.

import { UsageError } from '../../../shared/process/command-line/command-line.ts';
import type { FlagValues } from '../../../shared/process/command-line/flag.ts';
import { durationFlag, listFlag, switchFlag, textFlag } from '../../../shared/process/command-line/flag.ts';
import type { ServiceAccountOptions } from '../option/options.ts';
import { pathFlag } from './value-flags.ts';

const group = 'Service accounts';

export const accountFlags = {
  'service-account-issuer': listFlag<string>('issuer of tokens; the first one signs', {
    value: 'URL',
    separator: null,
    parse: parseIssuer,
    what: 'an issuer: a URL, or a name without a colon',
    group,
  }),
  'service-account-signing-key-file': pathFlag('PEM of the private key that signs tokens', { value: 'FILE', group }),
  'service-account-key-file': listFlag('PEM of keys that verify tokens', { value: 'FILE', group }),
  'service-account-lookup': switchFlag('refuse tokens of secrets that are gone', { default: true, group }),
  'service-account-extend-token-expiration': switchFlag('let tokens of node agents live a year', {
    default: true,
    group,
  }),
  'service-account-max-token-expiration': durationFlag('longest life of a token, 1h or more; 0: as asked', { group }),
  'service-account-jwks-uri': textFlag('where others find the keys that verify tokens', { value: 'URL', group }),
  'api-audiences': listFlag('audiences of the API; the issuers when not given', { group }),
};

/** Milliseconds between which the longest life of a token may lie: an hour, and 2^32 seconds. */
const lifeLimits = { least: 3_600_000, most: 2 ** 32 * 1000 };

/** Throws UsageError for a life that no token can have, an issuer named twice and an address of keys that is not https. */
export function accountOptionsOf(
  flags: FlagValues<typeof accountFlags>,
): Pick<
  ServiceAccountOptions,
  'issuers' | 'audiences' | 'keysUrl' | 'lookup' | 'extendExpiration' | 'longestExpiration'
> {
  const {
    'service-account-issuer': issuers,
    'service-account-max-token-expiration': longest = 0,
    'service-account-jwks-uri': keysUrl,
    'api-audiences': audiences,
  } = flags;
  const twice = issuers.find((issuer, index) => issuers.indexOf(issuer) < index);
  if (twice !== undefined) throw new UsageError(`--service-account-issuer names ${twice} twice`);
  if (longest !== 0 && (longest < lifeLimits.least || longest > lifeLimits.most)) {
    throw new UsageError('--service-account-max-token-expiration must be between 1 hour and 2^32 seconds, or 0');
  }
  if (keysUrl !== undefined && (!URL.canParse(keysUrl) || new URL(keysUrl).protocol !== 'https:')) {
    throw new UsageError('--service-account-jwks-uri must be an https URL');
  }
  return {
    ...(issuers.length === 0 ? {} : { issuers }),
    ...(audiences.length === 0 ? {} : { audiences }),
    ...(keysUrl === undefined ? {} : { keysUrl }),
    lookup: flags['service-account-lookup'],
    extendExpiration: flags['service-account-extend-token-expiration'],
    ...(longest === 0 ? {} : { longestExpiration: longest }),
  };
}

/** What has a colon must be a URL, as the claim `iss` of a token demands (RFC 7519, section 4.1.1). */
function parseIssuer(text: string): string | undefined {
  return text !== '' && (!text.includes(':') || URL.canParse(text)) ? text : undefined;
}
