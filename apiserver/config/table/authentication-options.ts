// The options of who people are: identity providers and the token webhook.

import {
  choiceFlag,
  durationFlag,
  type FlagValues,
  listFlag,
  textFlag,
} from '../../../shared/process/command-line/flag.ts';
import { UsageError } from '../../../shared/process/command-line/usage-error.ts';
import { jwtAlgorithms } from '../../authentication/jwt/jwt-config.ts';
import { pathFlag } from '../flag/value-flags.ts';
import { ifAny, option, pemOf } from '../option/option-entry.ts';
import type { AuthenticationOptions, OidcOptions, TokenWebhookOptions } from '../option/options.ts';
import { list, map, number, oneOf, pem, shape, text } from '../option/value-form.ts';

const heading = { group: 'Access' };
const reviewVersions = ['v1', 'v1beta1'] as const;

const providerFlags = {
  'oidc-issuer-url': textFlag('issuer of an identity provider, an https URL', { ...heading, value: 'URL' }),
  'oidc-client-id': textFlag('client id, the audience of its tokens', heading),
  'oidc-ca-file': pathFlag("PEM of authorities of the provider's certificate; those of the host when not given", {
    ...heading,
    value: 'FILE',
  }),
  'oidc-username-claim': textFlag('claim that is the user name', { ...heading, default: 'sub' }),
  'oidc-username-prefix': textFlag(
    'what stands before it; the issuer and # when not given, unless the claim is email; - for nothing',
    heading,
  ),
  'oidc-groups-claim': textFlag('claim that holds the groups', heading),
  'oidc-groups-prefix': textFlag('prefix of each of them', heading),
  'oidc-required-claim': listFlag<readonly [string, string]>('claim with the value that a token must have', {
    ...heading,
    value: 'KEY=VALUE',
    separator: null,
    parse: parsePair,
    what: 'of the form key=value',
  }),
  'oidc-signing-algs': listFlag(`algorithms of signatures: ${jwtAlgorithms.join(', ')}; RS256 when not given`, {
    ...heading,
    choices: jwtAlgorithms,
  }),
};

const webhookFlags = {
  'authentication-token-webhook-config-file': pathFlag(
    'connection file of a service that authenticates bearer tokens',
    {
      ...heading,
      value: 'FILE',
    },
  ),
  'authentication-token-webhook-version': choiceFlag(
    'version of the reviews that it is asked in; v1beta1 when not given',
    reviewVersions,
    heading,
  ),
  'authentication-token-webhook-cache-ttl': durationFlag(
    'how long its answers are kept; 2m when not given, 0: not at all',
    heading,
  ),
};

const flags = {
  'authentication-config': pathFlag(
    'configuration of identity providers and of anonymous requests, used anew when it changes; never with oidc flags',
    { ...heading, value: 'FILE' },
  ),
  ...providerFlags,
  ...webhookFlags,
};

type Given = FlagValues<typeof flags>;

function parsePair(given: string): readonly [string, string] | undefined {
  const place = given.indexOf('=');
  return place < 1 ? undefined : [given.slice(0, place), given.slice(place + 1)];
}

/** The first flag about a provider that is given. */
function givenProviderFlag(given: Given): string | undefined {
  return Object.entries(providerFlags).find(
    ([name, { initial }]) => given[name as keyof typeof providerFlags] !== initial,
  )?.[0];
}

async function oidcIn(given: Given): Promise<OidcOptions | undefined> {
  const issuerUrl = given['oidc-issuer-url'];
  const clientId = given['oidc-client-id'];
  if (issuerUrl === undefined || clientId === undefined) return undefined;
  const certificateAuthority = await pemOf('oidc-ca-file', given['oidc-ca-file']);
  const usernamePrefix = given['oidc-username-prefix'];
  const groupsClaim = given['oidc-groups-claim'];
  const groupsPrefix = given['oidc-groups-prefix'];
  const requiredClaims = Object.fromEntries(given['oidc-required-claim']);
  const signingAlgorithms = ifAny(given['oidc-signing-algs']);
  return {
    issuerUrl,
    clientId,
    usernameClaim: given['oidc-username-claim'],
    ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
    ...(usernamePrefix === undefined ? {} : { usernamePrefix }),
    ...(groupsClaim === undefined ? {} : { groupsClaim }),
    ...(groupsPrefix === undefined ? {} : { groupsPrefix }),
    ...(Object.keys(requiredClaims).length === 0 ? {} : { requiredClaims }),
    ...(signingAlgorithms === undefined ? {} : { signingAlgorithms }),
  };
}

function tokenWebhookIn(given: Given): TokenWebhookOptions | undefined {
  const configPath = given['authentication-token-webhook-config-file'];
  const version = given['authentication-token-webhook-version'];
  const cacheTtl = given['authentication-token-webhook-cache-ttl'];
  if (configPath === undefined) return undefined;
  return {
    configPath,
    ...(version === undefined ? {} : { version }),
    ...(cacheTtl === undefined ? {} : { cacheTtl }),
  };
}

const oidc = shape<OidcOptions>(
  {
    issuerUrl: text,
    clientId: text,
    certificateAuthority: pem,
    usernameClaim: text,
    usernamePrefix: text,
    groupsClaim: text,
    groupsPrefix: text,
    requiredClaims: map(text),
    signingAlgorithms: list(oneOf(jwtAlgorithms), 1),
  },
  ['issuerUrl', 'clientId'],
);

const tokenWebhook = shape<TokenWebhookOptions>(
  { configPath: text, version: oneOf(reviewVersions), cacheTtl: number(0) },
  ['configPath'],
);

export const authentication = option(shape<AuthenticationOptions>({ configPath: text, oidc, tokenWebhook }), flags, {
  check: (given) => {
    const provider = givenProviderFlag(given);
    if (provider === undefined) return;
    if (given['authentication-config'] !== undefined) {
      throw new UsageError(`--authentication-config and --${provider} are mutually exclusive`);
    }
    if (given['oidc-issuer-url'] === undefined || given['oidc-client-id'] === undefined) {
      throw new UsageError(`--${provider} needs --oidc-issuer-url and --oidc-client-id`);
    }
  },
  read: async (given): Promise<AuthenticationOptions | undefined> => {
    const configPath = given['authentication-config'];
    const provider = await oidcIn(given);
    const webhook = tokenWebhookIn(given);
    if (configPath === undefined && provider === undefined && webhook === undefined) return undefined;
    return {
      ...(configPath === undefined ? {} : { configPath }),
      ...(provider === undefined ? {} : { oidc: provider }),
      ...(webhook === undefined ? {} : { tokenWebhook: webhook }),
    };
  },
});
