// Judges the issuer of a JWT authenticator (OIDC-002 to OIDC-018).

import { X509Certificate } from 'node:crypto';
import type { FieldError } from '../../../shared/object/field-error.ts';
import { duplicateValue, invalidValue, required } from '../../../shared/object/field-error-message.ts';
import { quoted } from '../../../shared/object/quoted.ts';
import { urlParts } from '../../../shared/object/address/url-parts.ts';
import type { IssuerConfig } from './jwt-config.ts';

export interface WrittenIssuer {
  readonly url?: string;
  readonly discoveryURL?: string | null;
  readonly certificateAuthority?: string;
  readonly audiences?: readonly (string | null)[] | null;
  readonly audienceMatchPolicy?: string;
  readonly egressSelectorType?: string;
}

const selectorTypes: readonly string[] = ['controlplane', 'cluster'];

/** Adds what is wrong to `errors`. `disallowed`: issuers of the server's own tokens. */
export function issuerOf(
  written: WrittenIssuer,
  path: string,
  disallowed: readonly string[],
  errors: FieldError[],
): IssuerConfig {
  const { url = '', certificateAuthority = '', audienceMatchPolicy = '', egressSelectorType = '' } = written;
  const discovery = written.discoveryURL ?? '';
  const audiences = (written.audiences ?? []).map((audience) => audience ?? '');
  if (url === '') errors.push(required(`${path}.url`));
  else errors.push(...urlFaults(url, `${path}.url`, disallowed));
  if (discovery !== '') {
    const at = `${path}.discoveryURL`;
    if (url !== '' && withoutEnd(url) === withoutEnd(discovery)) {
      errors.push(invalidValue(at, discovery, 'discoveryURL must be different from URL'));
    }
    errors.push(...urlFaults(discovery, at, []));
  }
  errors.push(...audienceFaults(audiences, audienceMatchPolicy, path));
  const fault = certificateAuthority === '' ? undefined : authorityFault(certificateAuthority);
  if (fault !== undefined) errors.push(invalidValue(`${path}.certificateAuthority`, '<omitted>', fault));
  if (egressSelectorType !== '') {
    const detail = selectorTypes.includes(egressSelectorType)
      ? 'this server has no egress configuration'
      : 'egress selector must be either controlplane or cluster';
    errors.push(invalidValue(`${path}.egressSelectorType`, egressSelectorType, detail));
  }
  return {
    url,
    discoveryUrl: discovery === '' ? undefined : discovery,
    certificateAuthority: certificateAuthority === '' ? undefined : certificateAuthority,
    audiences,
  };
}

function withoutEnd(url: string): string {
  return url.replace(/\/+$/, '');
}

function urlFaults(text: string, path: string, disallowed: readonly string[]): readonly FieldError[] {
  const faults: string[] = [];
  if (disallowed.includes(text)) {
    faults.push(`URL must not overlap with disallowed issuers: [${[...disallowed].sort().join(' ')}]`);
  }
  const parts = urlParts(text);
  if (typeof parts === 'string') {
    faults.push(`parse ${quoted(text)}: ${parts}`);
  } else {
    if (parts.scheme !== 'https') faults.push('URL scheme must be https');
    if (parts.user !== undefined) faults.push('URL must not contain a username or password');
    if (parts.query !== '') faults.push('URL must not contain a query');
    if (parts.fragment !== '') faults.push('URL must not contain a fragment');
  }
  return faults.map((fault) => invalidValue(path, text, fault));
}

function audienceFaults(audiences: readonly string[], policy: string, path: string): readonly FieldError[] {
  const at = `${path}.audiences`;
  if (audiences.length === 0) return [required(at, `at least one ${at} is required`)];
  const errors = audiences.flatMap((audience, index) => {
    const field = `${at}[${index}]`;
    const faults = audience === '' ? [required(field)] : [];
    if (audiences.indexOf(audience) < index) faults.push(duplicateValue(field, audience));
    return faults;
  });
  const policyPath = `${path}.audienceMatchPolicy`;
  if (audiences.length > 1 && policy !== 'MatchAny') {
    errors.push(invalidValue(policyPath, policy, 'audienceMatchPolicy must be MatchAny for multiple audiences'));
  }
  if (audiences.length === 1 && policy !== '' && policy !== 'MatchAny') {
    const detail = 'audienceMatchPolicy must be empty or MatchAny for single audience';
    errors.push(invalidValue(policyPath, policy, detail));
  }
  return errors;
}

function authorityFault(pem: string): string | undefined {
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) return 'data does not contain any valid RSA or ECDSA certificates';
  try {
    return new X509Certificate(pem).raw.length > 0 ? undefined : 'x509: malformed certificate';
  } catch {
    return 'x509: malformed certificate';
  }
}
