// Tokens of service accounts: of one that the case makes, and of the one that a fresh server has by itself.

import type { Exchange } from '../wire/exchange.ts';
import { expectText } from '../wire/expect/object.ts';
import { expectCreated } from '../wire/expect/status.ts';
import type { CaseContext, OwnServer } from './case.ts';
import { serviceAccount } from './manifests.ts';
import { made } from './stock.ts';

/** Makes the account `robot` in the namespace of the case, and a token of it. `spec`: of the request. */
export async function robotToken(c: CaseContext, spec: object = {}): Promise<string> {
  const accounts = c.resource('v1', 'serviceaccounts');
  await made(c, accounts.collection, serviceAccount('robot'));
  const apiVersion = c.vendor.fill('authentication.{api}/v1');
  const request = { apiVersion, kind: 'TokenRequest', spec };
  return expectText(await made(c, accounts.item('robot', 'token'), request), 'status.token');
}

/** A token of `default/default`. `spec`: of the request. */
export async function tokenOfDefault(c: CaseContext, server: OwnServer, spec: object = {}): Promise<string> {
  const apiVersion = c.vendor.fill('authentication.{api}/v1');
  const path = '/api/v1/namespaces/default/serviceaccounts/default/token';
  // A controller makes the account.
  const answer = await c.eventually(async () => {
    const made = await server.wire.post(path, { apiVersion, kind: 'TokenRequest', spec });
    expectCreated(made);
    return made;
  });
  return expectText(answer, 'status.token');
}

/** What the server answers to the bearer of the token, and of nothing else. */
export function bearing(server: OwnServer, token: string): Promise<Exchange> {
  return server.anonymous.withHeaders({ authorization: `Bearer ${token}` }).get('/api');
}
