import type { Case, CaseContext } from '../../contract/case.ts';
import { expectSigned } from '../../fixtures/account-tokens.ts';
import { createObject } from '../../fixtures/created-objects.ts';
import { secret, serviceAccount } from '../../fixtures/manifests.ts';
import { selfReview } from '../../fixtures/self-review.ts';
import { expectArray, expectField, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectDeleted, expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';

export default {
  id: 'secrets-hold-tokens',
  title: 'A secret for an account MUST get a signed token of that account, and SHOULD go with the account.',
  requirements: ['AUTHN-013', 'AUTHN-014', 'AUTHN-042', 'AUTHN-043'],
  needs: ['namespace'],
  async run(c) {
    const [accounts, secrets] = [c.resource('v1', 'serviceaccounts'), c.resource('v1', 'secrets')];
    const uid = fieldOf(await createObject(c, accounts.collection, serviceAccount('robot')), 'metadata.uid');
    const path = await secretFor(c, 'lasting', { name: 'robot' });
    await filled(c, path);
    await c.holds('AUTHN-042', async () => expectSigned(c, await dataOf(c, path, 'token')));
    const token = await dataOf(c, path, 'token');
    await c.holds('AUTHN-043', async () =>
      expectField(
        await selfReview(c.withToken(token), c.vendor),
        'status.userInfo.username',
        `system:serviceaccount:${c.namespace}:robot`,
      ),
    );
    await c.holds('AUTHN-014', async () => {
      const type = c.vendor.fill('{label}/service-account-token');
      const list = await c.wire.get(`${secrets.collection}?fieldSelector=${encodeURIComponent(`type=${type}`)}`);
      const names = expectArray(list, 'items').map((item) => fieldOf(item, 'metadata.name'));
      expectEqual('secrets with credentials of accounts', names, ['lasting']);
      expectEqual(
        'credential in the list',
        fieldOf(expectArray(list, 'items')[0], 'data.token'),
        Buffer.from(token).toString('base64'),
      );
    });
    const found = await c.wire.get(path);
    expectField(found, ['metadata', 'annotations', c.vendor.fill('{label}/service-account.uid')], uid);
    expectEqual('namespace in the secret', await dataOf(c, path, 'namespace'), c.namespace);
    const authority = await dataOf(c, path, 'ca.crt');
    expectThat('authority in the secret', authority.includes('BEGIN CERTIFICATE'), 'certificates', authority);

    // What was changed comes back, what was removed too; a token that is there stays.
    const changed = { 'ca.crt': Buffer.from('of another').toString('base64'), namespace: null };
    expectOk(await c.wire.patch(path, 'merge', { data: changed }));
    await c.eventually(async () => {
      expectEqual('authority after a change', await dataOf(c, path, 'ca.crt'), authority);
      expectEqual('namespace after a change', await dataOf(c, path, 'namespace'), c.namespace);
    });
    expectEqual('token after a change', await dataOf(c, path, 'token'), token);

    // Secrets of no account are removed; one that waits for no account, and one of another type, stay.
    const plain = secret('plain', {}, { annotations: annotationsOf(c, { name: 'absent' }) });
    await createObject(c, secrets.collection, plain);
    await isGone(c, await secretFor(c, 'of-nobody', { name: 'absent' }));
    await isGone(c, await secretFor(c, 'of-another', { name: 'robot', uid: 'a3c5f1f0-0000-4000-8000-000000000000' }));
    expectOk(await c.wire.get(path));
    await filled(c, await secretFor(c, 'of-this-one', { name: 'robot', uid: String(uid) }));
    expectDeleted(await c.wire.delete(accounts.item('robot')));
    await isGone(c, path);
    await isGone(c, secrets.item('of-this-one'));
    await c.eventually(async () => expectStatus(await c.withToken(token).get('/api'), 401));
    expectOk(await c.wire.get(secrets.item('plain')));
  },
} satisfies Case;

interface Account {
  readonly name: string;
  readonly uid?: string;
}

function annotationsOf(c: CaseContext, { name, uid }: Account): Record<string, string> {
  return {
    [c.vendor.fill('{label}/service-account.name')]: name,
    ...(uid === undefined ? {} : { [c.vendor.fill('{label}/service-account.uid')]: uid }),
  };
}

/** Creates a secret of the type of tokens for the account, and returns its path. */
async function secretFor(c: CaseContext, name: string, account: Account): Promise<string> {
  const secrets = c.resource('v1', 'secrets');
  const type = c.vendor.fill('{label}/service-account-token');
  const manifest = { ...secret(name, {}, { annotations: annotationsOf(c, account) }), type };
  await createObject(c, secrets.collection, manifest);
  return secrets.item(name);
}

function filled(c: CaseContext, path: string): Promise<string> {
  return c.eventually(() => dataOf(c, path, 'token'));
}

async function dataOf(c: CaseContext, path: string, key: string): Promise<string> {
  const found = await c.wire.get(path);
  expectOk(found);
  return Buffer.from(expectText(found, ['data', key]), 'base64').toString();
}

function isGone(c: CaseContext, path: string): Promise<void> {
  return c.eventually(async () => expectStatus(await c.wire.get(path), 404));
}
