import { createObject } from '../../fixtures/created-objects.ts';
import { plain } from '../../fixtures/launches.ts';
import { secret, serviceAccount } from '../../fixtures/manifests.ts';
import { expectUser, selfReview } from '../../fixtures/self-review.ts';
import type { Case } from '../../contract/case.ts';
import { expectField, expectPattern, expectText } from '../../wire/expect/object.ts';
import { expectCreated, expectOk, expectStatus } from '../../wire/expect/status.ts';

export default {
  id: 'tokens-of-secrets',
  title:
    'The token in a secret of a service account MUST authenticate as the account while the secret holds it and is not marked as invalid.',
  requirements: ['AUTHN-041', 'AUTHN-043'],
  needs: ['namespace'],
  launch: plain,
  async run(c) {
    const accounts = c.resource('v1', 'serviceaccounts');
    const secrets = c.resource('v1', 'secrets');
    const made = await createObject(c, accounts.collection, serviceAccount('robot'));
    const uid = expectText(made, 'metadata.uid');
    const annotations = { [c.vendor.fill('{label}/service-account.name')]: 'robot' };
    const type = c.vendor.fill('{label}/service-account-token');
    const tokenIn = async (name: string): Promise<string> => {
      await createObject(c, secrets.collection, { ...secret(name, {}, { annotations }), type });
      return c.eventually(async () =>
        Buffer.from(expectText(await c.wire.get(secrets.item(name)), 'data.token'), 'base64').toString(),
      );
    };
    const [first, other, third] = [await tokenIn('first'), await tokenIn('other'), await tokenIn('third')];
    // What is to be refused is not used before: a server may remember for a while what it has accepted.
    await c.holds('AUTHN-043', async () => {
      const answer = await c.eventually(async () => {
        const made = await selfReview(c.withToken(other), c.vendor);
        expectCreated(made);
        return made;
      });
      expectUser(answer, `system:serviceaccount:${c.namespace}:robot`);
      expectField(answer, 'status.userInfo.uid', uid);
      // Its use is noted, with the day.
      const used = ['metadata', 'labels', c.vendor.fill('{label}/legacy-token-last-used')];
      await c.eventually(async () => expectPattern(await c.wire.get(secrets.item('other')), used, /^\d{4}-\d\d-\d\d$/));
      // The last day counts, not the first one.
      const longAgo = { metadata: { labels: { [String(used.at(-1))]: '2020-01-02' } } };
      expectOk(await c.wire.patch(secrets.item('other'), 'merge', longAgo));
      await c.eventually(async () => {
        expectOk(await c.withToken(other).get('/api'));
        expectPattern(await c.wire.get(secrets.item('other')), used, /^20(?!20)\d\d-\d\d-\d\d$/);
      }, 20_000);
    });
    const ask = (token: string) => c.withToken(token).get('/api');
    await c.holds('AUTHN-041', async () => {
      // The secret holds another token, of the same length.
      const data = { token: Buffer.from(other).toString('base64') };
      expectOk(await c.wire.patch(secrets.item('first'), 'merge', { data }));
      await c.eventually(async () => expectStatus(await ask(first), 401), 20_000);
      expectOk(await ask(other));
      const labels = { [c.vendor.fill('{label}/legacy-token-invalid-since')]: '2026-01-02' };
      expectOk(await c.wire.patch(secrets.item('third'), 'merge', { metadata: { labels } }));
      await c.eventually(async () => expectStatus(await ask(third), 401), 20_000);
    });
  },
} satisfies Case;
