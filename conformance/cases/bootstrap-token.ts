// Bootstrap tokens as the cases make them: secrets in the system namespace of a server that takes, signs with and cleans up
// tokens.

import { randomBytes } from 'node:crypto';
import { fieldOf } from '../wire/expect/object.ts';
import { expectCreated } from '../wire/expect/status.ts';
import type { CaseContext } from './case.ts';
import { made } from './stock.ts';

export interface BootstrapToken {
  readonly id: string;
  readonly secret: string;
  /** As a client sends it. */
  readonly text: string;
  /** Path of the secret that holds it. */
  readonly path: string;
}

/** What differs from a token for authentication; `data` without a value takes the key away. */
export interface TokenChanges {
  readonly data?: Readonly<Record<string, string | undefined>>;
  readonly type?: string;
  readonly namespace?: string;
  readonly name?: string;
}

export function systemNamespace(c: CaseContext): string {
  return c.vendor.fill('{short}-system');
}

export async function makeToken(c: CaseContext, changes: TokenChanges = {}): Promise<BootstrapToken> {
  const id = randomBytes(3).toString('hex');
  const secret = randomBytes(8).toString('hex');
  const data = { 'token-id': id, 'token-secret': secret, 'usage-bootstrap-authentication': 'true', ...changes.data };
  const given = Object.entries(data).filter(([, value]) => value !== undefined);
  const name = changes.name ?? `bootstrap-token-${id}`;
  const secrets = c.resource('v1', 'secrets', changes.namespace ?? systemNamespace(c));
  c.removeLater(secrets.item(name));
  await made(c, secrets.collection, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name },
    type: changes.type ?? c.vendor.fill('bootstrap.{label}/token'),
    stringData: Object.fromEntries(given),
  });
  return { id, secret, text: `${id}.${secret}`, path: secrets.item(name) };
}

/** Asks who the bearer of a token is. */
export function askWho(c: CaseContext, token: string) {
  const { collection } = c.clusterResource('authentication.{api}/v1', 'selfsubjectreviews');
  return c.withToken(token).post(collection, {
    apiVersion: c.vendor.fill('authentication.{api}/v1'),
    kind: 'SelfSubjectReview',
  });
}

/** The groups of the bearer, once the server knows the token. `within`: as `eventually` takes it. */
export async function groupsOf(c: CaseContext, token: string, within?: number): Promise<readonly string[]> {
  const answer = await c.eventually(async () => {
    const asked = await askWho(c, token);
    expectCreated(asked);
    return asked;
  }, within);
  return fieldOf(answer, 'status.userInfo.groups') as readonly string[];
}

/** `2030-01-01T00:00:00Z`, so many milliseconds from now. */
export function timeFromNow(c: CaseContext, milliseconds: number): string {
  return `${new Date(c.clock.now() + milliseconds).toISOString().slice(0, 19)}Z`;
}
