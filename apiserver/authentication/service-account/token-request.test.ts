// What a token request may ask for, and how it is refused (requirements AUTHN).

import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt } from 'jose';
import t from 'tap';
import { FixedLister } from '../../../fixtures/apiserver/fixed-lister.fixture.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { signingKey } from './service-account-keys.ts';
import { tokenIssuer } from './token-request.ts';

const vendor = vendorOf('orch');
const group = vendor.fill('authentication.{api}');
const key = signingKey(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
);

const named = (name: string, uid: string, spec: object = {}, namespace = 'ns'): ApiObject => ({
  apiVersion: 'v1',
  kind: 'X',
  metadata: { ...(namespace === '' ? {} : { namespace }), name, uid },
  spec,
});

function scene() {
  const clock = new FakeClock();
  const issue = tokenIssuer({
    vendor,
    clock,
    audiences: ['own'],
    issuer: 'https://issuer',
    key,
    objects: {
      serviceAccounts: new FixedLister([named('robot', 'u1')]),
      pods: new FixedLister([
        named('pod', 'u2', { serviceAccountName: 'robot', nodeName: 'n1' }),
        named('unbound', 'u4', { serviceAccountName: 'robot' }),
        named('orphan', 'u5', { serviceAccountName: 'robot', nodeName: 'gone' }),
        named('foreign', 'u6', { serviceAccountName: 'other' }),
      ]),
      secrets: new FixedLister([named('secret', 'u7')]),
      nodes: new FixedLister([named('n1', 'u3', {}, '')]),
    },
  });
  const ask = (spec: object, metadata: object = {}) =>
    issue({
      serviceAccount: named('robot', 'u1'),
      tokenRequest: { apiVersion: `${group}/v1`, kind: 'TokenRequest', metadata, spec },
    });
  const claims = async (spec: object, metadata?: object) => {
    const { status } = await ask(spec, metadata);
    return decodeJwt((status as { token: string }).token) as Record<string, unknown> & { exp: number; iat: number };
  };
  const refusal = async (spec: object, metadata?: object): Promise<StatusError> => {
    const error: unknown = await ask(spec, metadata).catch((caught: unknown) => caught);
    if (error instanceof StatusError) return error;
    throw new Error('not refused');
  };
  return { ask, claims, refusal };
}

const bound = (kind: string, name: string, uid?: string) => ({
  boundObjectRef: { apiVersion: 'v1', kind, name, ...(uid === undefined ? {} : { uid }) },
});

t.test('a token lives for ten minutes at least and 2^32 seconds at most (AUTHN-042)', async (t) => {
  const { claims, refusal } = scene();
  for (const [asked, lives] of [
    [undefined, 3600],
    [600, 600],
    [2 ** 32, 2 ** 32],
  ] as const) {
    const { exp, iat } = await claims(asked === undefined ? {} : { expirationSeconds: asked });
    t.equal(exp - iat, lives, String(asked));
  }
  for (const [asked, words] of [
    [599, 'may not specify a duration less than 10 minutes'],
    [0, 'may not specify a duration less than 10 minutes'],
    [-1, 'may not specify a duration less than 10 minutes'],
    [2 ** 32 + 1, 'may not specify a duration larger than 2^32 seconds'],
  ] as const) {
    const { code, details } = (await refusal({ expirationSeconds: asked })).status;
    t.equal(code, 422, String(asked));
    t.match(details, {
      group,
      kind: 'TokenRequest',
      causes: [{ reason: 'FieldValueInvalid', field: 'spec.expirationSeconds', message: new RegExp(escaped(words)) }],
    });
  }
});

const escaped = (text: string): string => text.replaceAll(/[\^+]/g, (character) => `\\${character}`);

t.test('a token is for the audiences asked, else for those of the service', async (t) => {
  const { claims } = scene();
  t.strictSame((await claims({})).aud, ['own']);
  t.strictSame((await claims({ audiences: [] })).aud, ['own']);
  t.strictSame((await claims({ audiences: ['a', 'b'] })).aud, ['a', 'b']);
});

t.test('a token of a pod names its node too, when there is one', async (t) => {
  const { claims } = scene();
  const told = vendor.fill('{api}');
  const of = async (name: string) =>
    (await claims(bound('Pod', name)))[told] as { pod?: object; node?: object; secret?: object };
  t.match(await of('pod'), { pod: { name: 'pod', uid: 'u2' }, node: { name: 'n1', uid: 'u3' } });
  for (const [name, uid] of [
    ['unbound', 'u4'],
    ['orphan', 'u5'],
  ] as const) {
    const claim = await of(name);
    t.strictSame(claim.pod, { name, uid });
    t.equal(claim.node, undefined, 'it is on none');
  }
});

t.test('a token is bound to a pod of its account, a secret or a node, and to nothing else', async (t) => {
  const { claims, refusal } = scene();
  for (const [kind, name, uid] of [
    ['Pod', 'pod', 'u2'],
    ['Secret', 'secret', 'u7'],
    ['Node', 'n1', 'u3'],
  ] as const) {
    t.ok(await claims(bound(kind, name, uid)), kind);
    const gone = await refusal(bound(kind, 'absent'));
    t.equal(gone.code, 404, kind);
    t.match(gone.message, `${kind.toLowerCase()}s "absent" not found`);
    const other = await refusal(bound(kind, name, 'another'));
    t.equal(other.code, 409, kind);
    t.match(other.message, 'does not match the UID in record');
  }
  t.equal((await refusal(bound('Pod', 'foreign'))).code, 400);
  t.match((await refusal(bound('ConfigMap', 'm'))).message, 'cannot bind token to object of type /v1, Kind=ConfigMap');
});

t.test('a request that names another account by its UID is a conflict', async (t) => {
  const { claims, refusal } = scene();
  t.ok(await claims({}, { uid: 'u1' }));
  t.ok(await claims({}, { uid: '' }));
  t.equal((await refusal({}, { uid: 'u9' })).code, 409);
});
