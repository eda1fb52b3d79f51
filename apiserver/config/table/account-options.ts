// The options of service accounts and their tokens.

import { durationFlag, listFlag, textFlag } from '../../../shared/process/command-line/flag.ts';
import { UsageError } from '../../../shared/process/command-line/usage-error.ts';
import { group, ifAny, option, type OptionTable, pemOf, pemOption, switchOption } from '../option/option-entry.ts';
import type { ServiceAccountOptions } from '../option/options.ts';
import { list, number, pem, text } from '../option/value-form.ts';
import { servingPair } from './serving-options.ts';

const heading = { group: 'Service accounts' };

/** Milliseconds between which the longest life of a token may lie: an hour, and 2^32 seconds. */
const lifeLimits = { least: 3_600_000, most: 2 ** 32 * 1000 };

const issuers = {
  'service-account-issuer': listFlag<string>('issuer of tokens; the first one signs', {
    ...heading,
    value: 'URL',
    separator: null,
    parse: parseIssuer,
    what: 'an issuer: a URL, or a name without a colon',
  }),
};
const audiences = { 'api-audiences': listFlag('audiences of the API; the issuers when not given', heading) };
const keyFiles = {
  'service-account-key-file': listFlag('PEM of keys that verify tokens', { ...heading, value: 'FILE' }),
  ...servingPair.flags,
};
const longest = {
  'service-account-max-token-expiration': durationFlag(
    'maximum lifetime of a token, 1h or more; 0: as requested',
    heading,
  ),
};
const keysUrl = {
  'service-account-jwks-uri': textFlag('address of the keys that verify tokens, for other services', {
    ...heading,
    value: 'URL',
  }),
};

export const serviceAccounts = group({
  issuers: option(list(text, 1), issuers, {
    check: ({ 'service-account-issuer': given }) => {
      const twice = given.find((issuer, index) => given.indexOf(issuer) < index);
      if (twice !== undefined) throw new UsageError(`--service-account-issuer names ${twice} twice`);
    },
    read: (flags) => ifAny(flags['service-account-issuer']),
  }),
  signingKey: pemOption('service-account-signing-key-file', 'PEM of the private key that signs tokens', heading),
  verificationKeys: option(list(pem), keyFiles, {
    read: async (flags) => {
      const keys: string[] = [];
      for (const path of flags['service-account-key-file']) {
        keys.push((await pemOf('service-account-key-file', path)) ?? '');
      }
      if (keys.length > 0) return keys;
      // Tokens signed by the key of the serving certificate verify when no other key is named (AUTHN-040).
      const serving = await servingPair.read(flags);
      return serving === undefined ? keys : [serving.privateKey];
    },
  }),
  lookup: switchOption('service-account-lookup', 'refuse tokens of deleted secrets', {
    ...heading,
    default: true,
  }),
  extendExpiration: switchOption(
    'service-account-extend-token-expiration',
    'let tokens that node agents request be valid for a year',
    {
      ...heading,
      default: true,
    },
  ),
  longestExpiration: option(number(0), longest, {
    check: ({ 'service-account-max-token-expiration': given = 0 }) => {
      if (given === 0 || (given >= lifeLimits.least && given <= lifeLimits.most)) return;
      throw new UsageError('--service-account-max-token-expiration must be between 1 hour and 2^32 seconds, or 0');
    },
    read: ({ 'service-account-max-token-expiration': given = 0 }) => (given === 0 ? undefined : given),
  }),
  keysUrl: option(text, keysUrl, {
    check: ({ 'service-account-jwks-uri': given }) => {
      if (given === undefined || (URL.canParse(given) && new URL(given).protocol === 'https:')) return;
      throw new UsageError('--service-account-jwks-uri must be an https URL');
    },
    read: (flags) => flags['service-account-jwks-uri'],
  }),
  audiences: option(list(text), audiences, {
    read: (flags) => ifAny(flags['api-audiences']),
  }),
} satisfies OptionTable<ServiceAccountOptions>);

/** What has a colon must be a URL, as the claim `iss` of a token demands (RFC 7519, section 4.1.1). */
function parseIssuer(text: string): string | undefined {
  return text !== '' && (!text.includes(':') || URL.canParse(text)) ? text : undefined;
}
