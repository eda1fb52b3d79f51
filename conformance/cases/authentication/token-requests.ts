import { expectSigned } from '../../fixtures/account-tokens.ts';
import { createObject, createPod } from '../../fixtures/created-objects.ts';
import { pod, serviceAccount } from '../../fixtures/manifests.ts';
import type { Case } from '../../contract/case.ts';
import { expectField, expectText, expectTime } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure, expectRefused } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

interface Claims {
  readonly exp: number;
  readonly iat: number;
  readonly sub: string;
}

export default {
  id: 'token-requests',
  title:
    'A token MUST live as long as requested, at least ten minutes, and be bound only to objects of its service account.',
  requirements: ['AUTHN-042', 'AUTHN-043'],
  needs: ['namespace'],
  async run(c) {
    const accounts = c.resource('v1', 'serviceaccounts');
    for (const name of ['robot', 'other']) await createObject(c, accounts.collection, serviceAccount(name));
    const apiVersion = c.vendor.fill('authentication.{api}/v1');
    const ask = (spec: object, metadata?: object) => {
      const more = metadata === undefined ? {} : { metadata };
      return c.wire.post(accounts.item('robot', 'token'), { apiVersion, kind: 'TokenRequest', spec, ...more });
    };
    for (const expirationSeconds of [600, 3_600]) {
      const answer = await ask({ expirationSeconds });
      expectCreated(answer);
      const token = expectText(answer, 'status.token');
      await c.holds('AUTHN-042', () => expectSigned(c, token));
      const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
      expectEqual('life of the token', claims.exp - claims.iat, expirationSeconds);
      await c.holds('AUTHN-043', async () =>
        expectEqual('subject', claims.sub, `system:serviceaccount:${c.namespace}:robot`),
      );
      const end = expectTime(answer, 'status.expirationTimestamp') / 1_000;
      expectThat('status.expirationTimestamp', Math.abs(end - claims.exp) <= 1, `${claims.exp}`, end);
      expectField(answer, 'spec.expirationSeconds', expirationSeconds);
    }
    for (const expirationSeconds of [599, 1, 0, -1, 2 ** 33]) expectRefused(await ask({ expirationSeconds }));
    expectRefused(await ask({}, { name: 'other' }));
    expectRefused(await ask({}, { namespace: 'default' }));
    expectFailure(await ask({}, { uid: 'of-another' }), 409, 'Conflict');
    const uid = expectText(await createPod(c, pod('of-other', { serviceAccountName: 'other' })), 'metadata.uid');
    const own = expectText(await createPod(c, pod('own', { serviceAccountName: 'robot' })), 'metadata.uid');
    const bound = (reference: object) =>
      ask({ boundObjectRef: { apiVersion: 'v1', kind: 'Pod', name: 'own', ...reference } });
    // Without a uid it is bound to the object of that name all the same.
    for (const reference of [{ uid: own }, {}]) {
      const answer = await bound(reference);
      expectCreated(answer);
      const [, claims = ''] = expectText(answer, 'status.token').split('.');
      const text = Buffer.from(claims, 'base64url').toString();
      expectThat('uid of the pod in the claims', text.includes(`"${own}"`), own, text);
    }
    for (const reference of [
      { name: 'of-other', uid },
      { name: 'of-other' },
      { uid },
      { name: 'none' },
      { kind: 'ConfigMap' },
    ]) {
      expectRefused(await bound(reference));
    }
  },
} satisfies Case;
