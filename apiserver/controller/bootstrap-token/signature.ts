// Signatures of the cluster information (RFC 7515): a JWS with HS256 and the token, or its secret, as key. It is written
// without its payload, which is the `kubeconfig` of the config map as it stands there.

import type { Behaviour } from '../../../shared/vendor/vendor.ts';
import { createHmac } from 'node:crypto';

const signatureKeyPrefix = 'jws-kubeconfig-';
const signedKey = 'kubeconfig';

export interface SigningToken {
  readonly id: string;
  readonly secret: string;
}

/** What of a token is the key. */
export type SigningKey = Behaviour['clusterInfoKey'];

/** `<header>..<signature>`. */
export function detachedSignature(content: string, { id, secret }: SigningToken, by: SigningKey): string {
  const header = Buffer.from(JSON.stringify({ alg: 'HS256', kid: id })).toString('base64url');
  const payload = Buffer.from(content).toString('base64url');
  const key = by === 'token' ? `${id}.${secret}` : secret;
  const signature = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');
  return `${header}..${signature}`;
}

/**
 * The data of the config map with the signatures of exactly these tokens; undefined when it is as it should be. Without
 * anything to sign there are no signatures.
 */
export function signedData(
  data: Readonly<Record<string, string>>,
  tokens: readonly SigningToken[],
  by: SigningKey,
): Readonly<Record<string, string>> | undefined {
  const content = Object.hasOwn(data, signedKey) ? (data[signedKey] ?? '') : '';
  const others = Object.entries(data).filter(([key]) => !key.startsWith(signatureKeyPrefix));
  const signatures =
    content === ''
      ? []
      : tokens.map((token): [string, string] => [signatureKeyPrefix + token.id, detachedSignature(content, token, by)]);
  const next = Object.fromEntries([...others, ...signatures]);
  const keys = Object.keys(next);
  const same =
    keys.length === Object.keys(data).length &&
    keys.every((key) => Object.hasOwn(data, key) && data[key] === next[key]);
  return same ? undefined : next;
}
