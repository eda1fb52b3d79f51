import type { Case } from '../../contract/case.ts';
import { robotToken } from '../../fixtures/account-tokens.ts';
import { expectContentType, expectHeader } from '../../wire/expect/headers.ts';
import { expectArray, expectField, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

const paths = ['/.well-known/openid-configuration', '/openid/v1/jwks'] as const;

export default {
  id: 'issuer-documents',
  title:
    'The issuer of tokens SHOULD publish where its keys are and the keys as a key set, for accounts and no other user.',
  requirements: ['AUTHN-066U'],
  needs: ['namespace'],
  async run(c) {
    const token = await robotToken(c);
    const [head, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    const [{ kid, alg }, { iss }] = [JSON.parse(head ?? ''), JSON.parse(claims ?? '')] as [
      { readonly kid: string; readonly alg: string },
      { readonly iss: string },
    ];
    const document = await c.wire.get(paths[0]);
    expectOk(document);
    expectContentType(document, 'application/json');
    expectHeader(document, 'cache-control', 'public, max-age=3600');
    expectField(document, 'issuer', iss);
    expectThat(
      'jwks_uri',
      new URL(expectText(document, 'jwks_uri')).pathname === paths[1],
      paths[1],
      fieldOf(document, 'jwks_uri'),
    );
    expectField(document, 'response_types_supported', ['id_token']);
    expectField(document, 'subject_types_supported', ['public']);
    const algorithms = expectArray(document, 'id_token_signing_alg_values_supported');
    expectThat('algorithms', algorithms.includes(alg), `with ${alg}`, algorithms);

    const keys = await c.wire.get(paths[1]);
    expectOk(keys);
    expectContentType(keys, 'application/jwk-set+json');
    expectHeader(keys, 'cache-control', 'public, max-age=3600');
    const own = expectArray(keys, 'keys').filter((key) => fieldOf(key, 'kid') === kid);
    expectEqual('keys with the id of the token', own.length, 1);
    expectField(own[0], 'use', 'sig');
    expectField(own[0], 'alg', alg);
    for (const secret of ['d', 'p', 'q', 'k']) expectField(own[0], secret, undefined);

    const user = c.as(c.unique('user'), 'system:authenticated');
    const account = c.as(
      `system:serviceaccount:${c.namespace}:robot`,
      'system:serviceaccounts',
      'system:authenticated',
    );
    for (const path of paths) {
      expectStatus(await user.get(path), 403);
      expectOk(await account.get(path));
    }
  },
} satisfies Case;
