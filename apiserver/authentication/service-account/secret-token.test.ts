import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { vendorIds, vendorOf } from '../../../shared/vendor/profile.ts';
import { secretTokens } from './secret-token.ts';
import { signingKey } from './service-account-keys.ts';
import type { TokenUse } from './token-use-metrics.ts';

type Changes = Readonly<Record<string, string>>;

async function scene(id: (typeof vendorIds)[number]) {
  const vendor = vendorOf(id);
  const clock = new FakeClock();
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = signingKey(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  const objects = new Map<string, ApiObject>();
  const put = (kind: string, name: string, uid: string, more: object = {}, labels: Changes = {}): void =>
    void objects.set(name, { apiVersion: 'v1', kind, metadata: { namespace: 'ns', name, uid, labels }, ...more });
  const lister = { get: (_: string, name: string) => objects.get(name), list: () => [], revision: () => 0 };
  const labelled: unknown[] = [];
  const uses: TokenUse[] = [];
  const method = secretTokens({
    vendor,
    clock,
    audiences: ['https://api'],
    keys: [key],
    objects: { serviceAccounts: lister, secrets: lister },
    labelSecret: (...call) => labelled.push(call),
    onUse: (use) => uses.push(use),
  });
  const sign = (changes: Changes = {}, subject = 'system:serviceaccount:ns:robot'): Promise<string> => {
    const claims = {
      namespace: 'ns',
      'secret.name': 'tok',
      'service-account.name': 'robot',
      'service-account.uid': 'u1',
    };
    const named = Object.entries({ ...claims, ...changes }).map(([name, value]) => [
      vendor.fill(`{label}/serviceaccount/${name}`),
      value,
    ]);
    return new SignJWT(Object.fromEntries(named))
      .setProtectedHeader({ alg: key.algorithm, kid: key.id })
      .setIssuer(vendor.fill('{maker}/serviceaccount'))
      .setSubject(subject)
      .sign(key.privateKey);
  };
  const token = await sign();
  const hold = (text: string, labels: Changes = {}): void =>
    put('Secret', 'tok', 's1', { data: { token: Buffer.from(text).toString('base64') } }, labels);
  put('ServiceAccount', 'robot', 'u1');
  hold(token);
  const ask = (bearerToken: string, audiences?: readonly string[]) =>
    method.authenticate({
      bearerToken,
      certificateChain: [],
      headers: {},
      path: '',
      ...(audiences === undefined ? {} : { audiences }),
    });
  return { vendor, clock, put, hold, sign, ask, token, labelled, objects, uses };
}

for (const id of vendorIds) {
  t.test(`a token that a secret holds is its account, and the secret notes the day, with ${id}`, async (t) => {
    const { vendor, ask, token, labelled, hold, clock } = await scene(id);
    t.match(await ask(token), {
      outcome: 'accepted',
      user: { username: 'system:serviceaccount:ns:robot', uid: 'u1', groups: ['system:serviceaccounts'] },
      audiences: ['https://api'],
    });
    const label = vendor.fill('{label}/legacy-token-last-used');
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    t.strictSame(labelled, [['ns', 'tok', { [label]: today }]]);
    hold(token, { [label]: today });
    await ask(token);
    t.equal(labelled.length, 1, 'once a day');
    t.equal((await ask(token, ['https://other'])).outcome, 'rejected');
    t.equal((await ask(token, ['https://other', 'https://api'])).outcome, 'accepted');
  });

  t.test(`its use counts by who made its secret, with ${id}`, async (t) => {
    const { vendor, ask, token, put, hold, uses } = await scene(id);
    const counted = async (): Promise<readonly TokenUse[]> => {
      await ask(token);
      return uses.splice(0);
    };
    t.strictSame(await counted(), ['manual', 'legacy']);
    put('ServiceAccount', 'robot', 'u1', { secrets: [{ name: 'other' }, { name: 'tok' }] });
    t.strictSame(await counted(), ['automatic', 'legacy']);
    hold(token, { [vendor.fill('{label}/legacy-token-invalid-since')]: '2026-01-01' });
    t.strictSame(await counted(), ['invalidated']);
    hold('another');
    t.strictSame(await counted(), []);
  });

  t.test(`it ends with its secret, its account, or when it lay unused for long, with ${id}`, async (t) => {
    const { vendor, ask, token, put, hold, sign, objects } = await scene(id);
    hold(`${token}x`);
    t.match(await ask(token), { outcome: 'rejected', reason: /holds another token/ });
    hold(token, { [vendor.fill('{label}/legacy-token-invalid-since')]: '2026-01-01' });
    t.match(await ask(token), { outcome: 'rejected', reason: /since 2026-01-01/ });
    hold(token);
    put('ServiceAccount', 'robot', 'u2');
    t.match(await ask(token), { outcome: 'rejected', reason: /service account of the token/ });
    put('ServiceAccount', 'robot', 'u1');
    objects.delete('tok');
    t.match(await ask(token), { outcome: 'rejected', reason: /secret of the token/ });
    t.match(await ask(await sign({}, 'system:serviceaccount:ns:other')), { outcome: 'rejected', reason: /names no/ });
    t.match(await ask(`${token.slice(0, -4)}AAAA`), { outcome: 'rejected' });
    t.equal((await ask('a.b.c')).outcome, 'none');
  });
}
