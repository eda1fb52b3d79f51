// One provider as flags describe it, in the form of a configuration (OIDC-051 to OIDC-070).

import type { WrittenJwt } from './check-config.ts';

/** What the flags say. */
export interface OidcSettings {
  readonly issuerUrl: string;
  readonly clientId: string;
  /** PEM. */
  readonly certificateAuthority?: string;
  /** Default `sub`. */
  readonly usernameClaim?: string;
  /** Default: the issuer and `#`, unless the claim is `email`; `-`: none. */
  readonly usernamePrefix?: string;
  readonly groupsClaim?: string;
  readonly groupsPrefix?: string;
  readonly requiredClaims?: Readonly<Record<string, string>>;
  /** Default RS256. */
  readonly signingAlgorithms?: readonly string[];
}

export function writtenOf(settings: OidcSettings): WrittenJwt {
  const { issuerUrl, clientId, usernameClaim = 'sub', groupsClaim = '', groupsPrefix = '' } = settings;
  return {
    issuer: {
      url: issuerUrl,
      audiences: [clientId],
      ...(settings.certificateAuthority === undefined ? {} : { certificateAuthority: settings.certificateAuthority }),
    },
    claimMappings: {
      username: { claim: usernameClaim, prefix: prefixOf(settings.usernamePrefix ?? '', usernameClaim, issuerUrl) },
      ...(groupsClaim === '' ? {} : { groups: { claim: groupsClaim, prefix: groupsPrefix } }),
    },
    claimValidationRules: Object.entries(settings.requiredClaims ?? {}).map(([claim, requiredValue]) => ({
      claim,
      requiredValue,
    })),
  };
}

function prefixOf(given: string, claim: string, issuerUrl: string): string {
  if (given === '-') return '';
  return given === '' && claim !== 'email' ? `${issuerUrl}#` : given;
}
