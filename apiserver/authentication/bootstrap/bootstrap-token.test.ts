import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Authentication } from '../contract/authenticator.ts';
import { bootstrapTokenAuthenticator } from './bootstrap-token.ts';

const token = 'abcdef.0123456789abcdef';
const start = Date.UTC(2030, 0, 1);

interface Changes {
  readonly data?: Readonly<Record<string, string | undefined>>;
  readonly metadata?: ApiObject['metadata'];
  readonly type?: string;
}

function secretOf(vendor: Vendor, { data, metadata, type }: Changes = {}): ApiObject {
  const entries = {
    'token-id': 'abcdef',
    'token-secret': '0123456789abcdef',
    'usage-bootstrap-authentication': 'true',
    ...data,
  };
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'bootstrap-token-abcdef', namespace: vendor.fill('{short}-system'), ...metadata },
    type: type ?? vendor.fill('bootstrap.{label}/token'),
    data: Object.fromEntries(
      Object.entries(entries).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, Buffer.from(value).toString('base64')]],
      ),
    ),
  };
}

function ask(vendor: Vendor, secret: ApiObject, bearerToken = token, clock = new FakeClock(start)) {
  const secrets: Lister = {
    get: (namespace, name) =>
      namespace === secret.metadata.namespace && name === secret.metadata.name ? secret : undefined,
    list: () => [secret],
    revision: () => 1,
  };
  const asked = { bearerToken, certificateChain: [], headers: {}, path: '/' };
  return bootstrapTokenAuthenticator({ vendor, clock, secrets }).authenticate(asked);
}

for (const id of ['orch', 'kubernetes'] as const) {
  const vendor = vendorOf(id);
  const place = vendor.fill('{short}-system');

  t.test(`${id}: a token is its user and groups (BOOT-001, BOOT-006, BOOT-028, BOOT-029, BOOT-032)`, async (t) => {
    const accepted: Authentication = {
      outcome: 'accepted',
      user: { username: 'system:bootstrap:abcdef', groups: ['system:bootstrappers'], extra: new Map() },
    };
    t.strictSame(await ask(vendor, secretOf(vendor)), accepted);
    t.strictSame(await ask(vendor, secretOf(vendor, { data: { description: 'for racks' } })), accepted);
  });

  t.test(
    `${id}: extra groups are added, and one outside of the prefix refuses the token (BOOT-010, BOOT-011)`,
    async (t) => {
      const groups = 'system:bootstrappers:workers,system:bootstrappers:a:b-1';
      t.match(await ask(vendor, secretOf(vendor, { data: { 'auth-extra-groups': groups } })), {
        user: {
          groups: ['system:bootstrappers', 'system:bootstrappers:a:b-1', 'system:bootstrappers:workers'],
        },
      });
      for (const bad of [
        'system:masters',
        'system:bootstrappers:a,system:nodes',
        'system:bootstrappers:a, system:bootstrappers:b',
        'system:bootstrappers:',
        'x,',
      ]) {
        t.match(
          await ask(vendor, secretOf(vendor, { data: { 'auth-extra-groups': bad } })),
          { outcome: 'rejected' },
          bad,
        );
      }
    },
  );

  t.test(
    `${id}: an invalid token secret does not authenticate (BOOT-002 to BOOT-005, BOOT-008, BOOT-033)`,
    async (t) => {
      const cases: Readonly<Record<string, Changes>> = {
        namespace: { metadata: { namespace: 'default', name: 'bootstrap-token-abcdef' } },
        name: { metadata: { namespace: place, name: 'bootstrap-token-abcdeg' } },
        type: { type: 'Opaque' },
        'type of the other vendor': {
          type: vendorOf(id === 'orch' ? 'kubernetes' : 'orch').fill('bootstrap.{label}/token'),
        },
        'no id': { data: { 'token-id': undefined } },
        'another id': { data: { 'token-id': 'abcdeg' } },
        'long id': { data: { 'token-id': 'abcdefg' } },
        'no secret': { data: { 'token-secret': undefined } },
        'upper case': { data: { 'token-secret': '0123456789ABCDEF' } },
        'no usage': { data: { 'usage-bootstrap-authentication': undefined } },
        'usage yes': { data: { 'usage-bootstrap-authentication': 'yes' } },
        'other usage': { data: { 'usage-bootstrap-authentication': undefined, 'usage-bootstrap-signing': 'true' } },
        'being deleted': {
          metadata: { namespace: place, name: 'bootstrap-token-abcdef', deletionTimestamp: '2029-01-01T00:00:00Z' },
        },
      };
      for (const [what, changes] of Object.entries(cases)) {
        t.match(await ask(vendor, secretOf(vendor, changes)), { outcome: 'rejected' }, what);
      }
    },
  );

  t.test(`${id}: a token ends at its expiration (BOOT-007, BOOT-021, BOOT-022)`, async (t) => {
    const clock = new FakeClock(start);
    const secret = secretOf(vendor, { data: { expiration: '2030-01-01T00:00:10Z' } });
    t.match(await ask(vendor, secret, token, clock), { outcome: 'accepted' });
    await clock.advance(10_000);
    t.match(await ask(vendor, secret, token, clock), { outcome: 'rejected', reason: /expired/ });
    t.match(await ask(vendor, secretOf(vendor, { data: { expiration: 'soon' } })), { outcome: 'rejected' });
  });
}

t.test('a wrong secret is refused, and the reason does not hold the right one (BOOT-035)', async (t) => {
  const refused = await ask(vendorOf('orch'), secretOf(vendorOf('orch')), 'abcdef.0123456789abcdee');
  t.match(refused, { outcome: 'rejected', reason: 'token abcdef: the secret is wrong' });
});

t.test('tokens of another form are left to other methods (BOOT-012)', async (t) => {
  for (const other of [
    'abcdef',
    'abcdef.0123456789abcde',
    'ABCDEF.0123456789abcdef',
    `${token}x`,
    'a.b.c',
    `${token}\n`,
  ]) {
    t.strictSame(await ask(vendorOf('orch'), secretOf(vendorOf('orch')), other), { outcome: 'none' }, other);
  }
});
