// How others verify this server's service-account tokens without asking it: the issuer document and its public keys
// (requirements AUTHN).

import type { VerificationKey } from '../authentication/service-account/service-account-keys.ts';
import type { Mount } from '../http/contract/path-handler.ts';
import { documentResponse } from './document.ts';

const cacheable = { 'cache-control': 'public, max-age=3600' };
/** Where the keys stand on this server. */
export const keysPath = '/openid/v1/jwks';

/**
 * `keysUrl` says where others find the keys, and is asked when they do; absent: below the issuer. None when the issuer is
 * no https URL: no client could find such a document.
 */
export function issuerMounts(
  issuer: string,
  keys: readonly VerificationKey[],
  keysUrl?: () => string,
): readonly Mount[] {
  if (!issuer.startsWith('https://')) {
    return [];
  }
  const algorithms = [...new Set(keys.map(({ algorithm }) => algorithm))];
  const configuration = {
    issuer,
    jwks_uri: `${issuer}${keysPath}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: algorithms,
  };
  const keySet = JSON.stringify({
    keys: keys.map(({ id, algorithm, key }) => ({
      use: 'sig',
      kid: id,
      alg: algorithm,
      ...key.export({ format: 'jwk' }),
    })),
  });
  return [
    {
      path: '/.well-known/openid-configuration',
      answer: () => {
        const found = keysUrl === undefined ? configuration : { ...configuration, jwks_uri: keysUrl() };
        return documentResponse('application/json', JSON.stringify(found), cacheable);
      },
    },
    { path: keysPath, answer: () => documentResponse('application/jwk-set+json', keySet, cacheable) },
  ];
}
