import { generateKeyPairSync, sign } from 'node:crypto';
import { SignJWT } from 'jose';
import t from 'tap';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { Lister } from '../../../shared/object/lister.ts';
import { StatusError } from '../../../shared/object/status-error.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { Credentials } from '../contract/authenticator.ts';
import { cachedTokens } from '../token/cached-tokens.ts';
import { tokenCacheMetrics } from '../token/token-cache-metrics.ts';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { encodeClaims } from './service-account-claims.ts';
import { type SigningKey, signingKey, verificationKeys } from './service-account-keys.ts';
import { serviceAccountTokens } from './service-account-token.ts';
import { tokenIssuer } from './token-request.ts';

const pemOf = (type: 'rsa' | 'ec'): string => {
  const pair =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};

class Objects implements Lister {
  readonly #objects = new Map<string, ApiObject>();
  put(namespace: string, name: string, uid: string, spec: object = {}): void {
    this.#objects.set(`${namespace}/${name}`, {
      apiVersion: 'v1',
      kind: 'X',
      metadata: { namespace, name, uid },
      spec,
    });
  }
  end(namespace: string, name: string, deletionTimestamp: string): void {
    const object = this.get(namespace, name) as ApiObject;
    this.#objects.set(`${namespace}/${name}`, { ...object, metadata: { ...object.metadata, deletionTimestamp } });
  }
  remove(namespace: string, name: string): void {
    this.#objects.delete(`${namespace}/${name}`);
  }
  get(namespace: string, name: string): ApiObject | undefined {
    return this.#objects.get(`${namespace}/${name}`);
  }
  list(): readonly ApiObject[] {
    return [...this.#objects.values()];
  }
  revision(): number {
    return 0;
  }
}

function scene(id: 'orch' | 'kubernetes', keyType: 'rsa' | 'ec' = 'ec') {
  const vendor = vendorOf(id);
  const clock = new FakeClock();
  const key = signingKey(pemOf(keyType));
  const objects = { serviceAccounts: new Objects(), pods: new Objects(), secrets: new Objects(), nodes: new Objects() };
  objects.serviceAccounts.put('ns', 'robot', 'u1');
  objects.pods.put('ns', 'pod', 'u2', { serviceAccountName: 'robot', nodeName: 'n1' });
  objects.nodes.put('', 'n1', 'u3');
  const issuer = 'https://issuer';
  const shared = { vendor, clock, audiences: [issuer], objects };
  const issue = tokenIssuer({ ...shared, issuer, key });
  const method = serviceAccountTokens({ ...shared, issuers: [issuer], keys: [key] });
  const ask = async (spec: object, metadata: object = {}): Promise<string> => {
    const tokenRequest = { apiVersion: vendor.fill('authentication.{api}/v1'), kind: 'TokenRequest', metadata, spec };
    const answer = await issue({
      serviceAccount: objects.serviceAccounts.get('ns', 'robot') as ApiObject,
      tokenRequest,
    });
    return (answer.status as { token: string }).token;
  };
  return { vendor, clock, objects, method, ask, key };
}

const bearing = (bearerToken: string): Credentials => ({ bearerToken, certificateChain: [], headers: {}, path: '/' });

for (const id of ['orch', 'kubernetes'] as const) {
  t.test(`${id}: an issued token is its service account, bound to its pod (AUTHN-042 to AUTHN-044)`, async (t) => {
    const { vendor, method, ask } = scene(id, id === 'orch' ? 'rsa' : 'ec');
    const token = await ask({ boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name: 'pod', uid: 'u2' } });
    t.equal(token.split('.').length, 3);
    const result = await method.authenticate(bearing(token));
    t.match(result, {
      outcome: 'accepted',
      user: {
        username: 'system:serviceaccount:ns:robot',
        uid: 'u1',
        groups: ['system:serviceaccounts', 'system:serviceaccounts:ns', 'system:authenticated'],
      },
    });
    if (result.outcome === 'accepted') {
      t.strictSame(result.user.extra.get(vendor.fill('authentication.{label}/pod-name')), ['pod']);
      t.strictSame(result.user.extra.get(vendor.fill('authentication.{label}/node-name')), ['n1']);
      t.match(result.user.extra.get(vendor.fill('authentication.{label}/credential-id')), [/^JTI=/]);
    }
  });
}

t.test('a lengthened token counts as stale once it should have been renewed, and others do not count', async (t) => {
  const { vendor, clock, objects, key } = scene('orch');
  const uses: string[] = [];
  const shared = { vendor, clock, audiences: ['a'], objects };
  const method = serviceAccountTokens({ ...shared, issuers: ['i'], keys: [key], onUse: (use) => uses.push(use) });
  const now = Math.floor(clock.now() / 1000);
  const account = { namespace: 'ns', serviceAccount: { name: 'robot', uid: 'u1' } };
  for (const more of [{}, { warnAfter: now + 10 }, { warnAfter: now - 10 }]) {
    const token = await new SignJWT(encodeClaims(vendor, { ...account, ...more }))
      .setProtectedHeader({ alg: key.algorithm, kid: key.id })
      .setIssuer('i')
      .setAudience('a')
      .setSubject('system:serviceaccount:ns:robot')
      .setExpirationTime(now + 60)
      .sign(key.privateKey);
    t.match(await method.authenticate(bearing(token)), { outcome: 'accepted' });
  }
  t.strictSame(uses, ['valid', 'stale']);
});

t.test('a well signed token whose subject is another account than the one it is of is refused', async (t) => {
  const { vendor, clock, key, method } = scene('orch');
  const account = { namespace: 'ns', serviceAccount: { name: 'robot', uid: 'u1' } };
  const authenticated = async (subject: string) => {
    const token = await new SignJWT(encodeClaims(vendor, account))
      .setProtectedHeader({ alg: key.algorithm, kid: key.id })
      .setIssuer('https://issuer')
      .setAudience('https://issuer')
      .setSubject(subject)
      .setExpirationTime(Math.floor(clock.now() / 1000) + 60)
      .sign(key.privateKey);
    return method.authenticate(bearing(token));
  };
  t.match(await authenticated('system:serviceaccount:ns:robot'), { outcome: 'accepted' });
  for (const subject of ['system:serviceaccount:ns:other', 'system:serviceaccount:other:robot', 'robot'])
    t.match(await authenticated(subject), { outcome: 'rejected', reason: /subject/ });
});

t.test('no token is bound to a pod that runs as another account, or as none', async (t) => {
  const { ask, objects } = scene('orch');
  objects.pods.put('ns', 'other', 'u4', { serviceAccountName: 'robotic' });
  objects.pods.put('ns', 'none', 'u5', {});
  for (const name of ['other', 'none']) {
    await t.rejects(ask({ boundObjectRef: { kind: 'Pod', apiVersion: 'v1', name } }), {
      code: 400,
      reason: 'BadRequest',
      message: 'cannot bind token for serviceaccount "robot" to pod running with different serviceaccount name.',
    });
  }
  for (const [apiVersion, kind, type] of [
    ['v1', 'ConfigMap', '/v1, Kind=ConfigMap'],
    ['apps/v1', 'Pod', 'apps/v1, Kind=Pod'],
    ['', 'pod', '/, Kind=pod'],
  ]) {
    await t.rejects(ask({ boundObjectRef: { kind, apiVersion, name: 'pod' } }), {
      code: 400,
      message: `cannot bind token to object of type ${type}`,
    });
  }
  for (const boundObjectRef of [{}, { name: 'pod' }]) {
    await t.rejects(ask({ boundObjectRef }), { code: 400, message: 'cannot bind token to object of type /, Kind=' });
  }
});

t.test('a token ends with its account, with its pod, and with its time', async (t) => {
  const { method, ask, objects, clock } = scene('orch');
  const bound = await ask({ boundObjectRef: { kind: 'Pod', name: 'pod', uid: 'u2' } });
  const plain = await ask({ expirationSeconds: 600 });
  objects.pods.remove('ns', 'pod');
  t.match(await method.authenticate(bearing(bound)), { outcome: 'rejected', reason: /pod/ });
  t.match(await method.authenticate(bearing(plain)), { outcome: 'accepted' });
  await clock.advance(601_000);
  t.match(await method.authenticate(bearing(plain)), { outcome: 'rejected', reason: /exp/ });
  const later = await ask({});
  objects.serviceAccounts.put('ns', 'robot', 'another');
  t.match(await method.authenticate(bearing(later)), { outcome: 'rejected', reason: /service account/ });
});

t.test('a well signed token that can be read in two ways, or binds to what cannot be read, is refused', async (t) => {
  const { vendor, clock, key, method } = scene('orch');
  const now = Math.floor(clock.now() / 1000);
  const account = { namespace: 'ns', serviceAccount: { name: 'robot', uid: 'u1' } };
  const own = encodeClaims(vendor, account);
  const [bound = ''] = Object.keys(own);
  const subject = 'system:serviceaccount:ns:robot';
  const claims = { iss: 'https://issuer', aud: ['https://issuer'], sub: subject, exp: now + 60, ...own };
  const header = { alg: key.algorithm, kid: key.id };
  const encode = (text: string) => Buffer.from(text).toString('base64url');
  const made = (payload: string, head = JSON.stringify(header)) => {
    const text = `${encode(head)}.${encode(payload)}`;
    const signature = sign('sha256', Buffer.from(text), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
    return method.authenticate(bearing(`${text}.${signature.toString('base64url')}`));
  };
  const said = JSON.stringify(claims);
  const having = (more: object) => made(JSON.stringify({ ...claims, ...more }));
  const part = (more: object) => having({ [bound]: { ...(own[bound] as object), ...more } });
  t.match(await made(said), { outcome: 'accepted' });
  t.match(await having({ iat: now + 30, jti: 'x' }), { outcome: 'accepted' }, 'clocks differ by seconds');
  t.match(await part({ pod: null, warnafter: null }), { outcome: 'accepted' });
  const other = `"sub":"system:serviceaccount:ns:other"`;
  for (const [what, result] of Object.entries({
    'a name twice, the wrong one first': made(said.replace('{', `{${other},`)),
    'a name twice, the wrong one last': made(said.replace(/}$/, `,${other}}`)),
    'a name twice in the header': made(said, JSON.stringify(header).replace('{', '{"alg":"none",')),
    'an end without a number': made(said.replace(/"exp":\d+/, '"exp":1e999')),
    'an end that is no time': made(said.replace(/"exp":\d+/, '"exp":1e300')),
    'an end with many digits': made(said.replace(/"exp":\d+/, '"exp":10000000000000000000')),
    'deep nesting': made(said.replace(/}$/, `,"d":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)),
    'made later': having({ iat: now + 3_600 }),
    'an id that is no text': having({ jti: 5 }),
    'an audience that is no text': having({ aud: ['https://issuer', 4] }),
    'a pod without a name': part({ pod: {} }),
    'a pod without a uid': part({ pod: { name: 'pod' } }),
    'a node that is a text': part({ node: 'n1' }),
    'a secret that is a list': part({ secret: [] }),
    'a time that is a text': part({ warnafter: 'soon' }),
    'no list of parts': made('[]'),
  })) {
    t.match(await result, { outcome: /rejected|none/ }, what);
  }
});

t.test('a changed signature, another audience and a foreign key are refused (AUTHN-067)', async (t) => {
  const { method, ask } = scene('orch');
  const token = await ask({});
  const last = token.at(-10) === 'A' ? 'B' : 'A';
  t.match(await method.authenticate(bearing(`${token.slice(0, -10)}${last}${token.slice(-9)}`)), {
    outcome: 'rejected',
  });
  t.match(await method.authenticate(bearing(await ask({ audiences: ['elsewhere'] }))), {
    outcome: 'rejected',
    reason: /aud/,
  });
  t.match(await method.authenticate(bearing(await scene('orch').ask({}))), {
    outcome: 'rejected',
    reason: /unknown key/,
  });
  t.match(await method.authenticate(bearing('not-a-jwt')), { outcome: 'none' });
});

t.test('a token for other audiences is checked for each of them, although accepted tokens are cached', async (t) => {
  const { method, ask, clock } = scene('orch');
  const cached = cachedTokens([method], { clock, metrics: tokenCacheMetrics(createMetrics()) });
  const token = await ask({ audiences: ['vault', 'mesh'] });
  const forOthers = (...audiences: string[]) => cached.authenticate({ ...bearing(token), audiences });
  t.match(await forOthers('vault', 'elsewhere'), { outcome: 'accepted', audiences: ['vault'] });
  t.match(await forOthers('mesh'), { outcome: 'accepted', audiences: ['mesh'] });
  t.match(await forOthers('elsewhere'), { outcome: 'rejected', reason: /aud/ });
  t.match(
    await cached.authenticate(bearing(token)),
    { outcome: 'rejected', reason: /aud/ },
    'it is not for this server',
  );
  const own = await cached.authenticate({ ...bearing(await ask({})), audiences: ['vault'] });
  t.match(own, { outcome: 'rejected', reason: /aud/ }, "the server's own token is not for others");
});

t.test('requests that cannot be granted name the fault', async (t) => {
  const { ask } = scene('orch');
  const refusal = (spec: object, metadata?: object) => ask(spec, metadata).then(String, (error: unknown) => error);
  const short = await refusal({ expirationSeconds: 10 });
  t.match(short instanceof StatusError && short.status, {
    code: 422,
    message: /spec.expirationSeconds.*less than 10 minutes/,
  });
  const gone = await refusal({ boundObjectRef: { kind: 'Pod', name: 'no' } });
  t.match(gone instanceof StatusError && gone.status, { code: 404, message: 'pods "no" not found' });
  const old = await refusal({ boundObjectRef: { kind: 'Pod', name: 'pod', uid: 'old' } });
  t.match(old instanceof StatusError && old.status, { code: 409, reason: 'Conflict' });
  const other = await refusal({}, { uid: 'old' });
  t.match(other instanceof StatusError && other.status, { code: 409, reason: 'Conflict' });
});

t.test('an accepted token is remembered for ten seconds, a refused one never', async (t) => {
  const { method, ask, objects, clock } = scene('orch');
  const cached = cachedTokens([method], { clock, metrics: tokenCacheMetrics(createMetrics()) });
  const token = await ask({});
  t.match(await cached.authenticate(bearing(token)), { outcome: 'accepted' });
  objects.serviceAccounts.remove('ns', 'robot');
  t.match(await cached.authenticate(bearing(token)), { outcome: 'accepted' });
  await clock.advance(10_001);
  t.match(await cached.authenticate(bearing(token)), { outcome: 'rejected' });
  objects.serviceAccounts.put('ns', 'robot', 'u1');
  t.match(await cached.authenticate(bearing(token)), { outcome: 'accepted' });
});

t.test('key files may hold private and public keys of both kinds (AUTHN-037, AUTHN-038)', async (t) => {
  const keys = verificationKeys(`${pemOf('rsa')}\n${pemOf('ec')}`);
  t.strictSame(
    keys.map((key) => key.algorithm),
    ['RS256', 'ES256'],
  );
  const [first] = keys;
  const spki = first?.key.export({ type: 'spki', format: 'pem' }).toString() ?? '';
  t.equal(verificationKeys(spki)[0]?.id, first?.id);
  t.throws(() => verificationKeys('none'), /holds no RSA or ECDSA key/);
});

t.test('a token without a key id is accepted if any of the keys signed it', async (t) => {
  const { vendor, clock, objects } = scene('orch');
  const keys = [signingKey(pemOf('ec')), signingKey(pemOf('rsa')), signingKey(pemOf('rsa'))];
  const method = serviceAccountTokens({ vendor, clock, audiences: ['a'], objects, issuers: ['i'], keys });
  const now = Math.floor(clock.now() / 1000);
  const tokenOf = ({ algorithm, privateKey }: SigningKey): Promise<string> =>
    new SignJWT(encodeClaims(vendor, { namespace: 'ns', serviceAccount: { name: 'robot', uid: 'u1' } }))
      .setProtectedHeader({ alg: algorithm })
      .setIssuer('i')
      .setAudience('a')
      .setSubject('system:serviceaccount:ns:robot')
      .setExpirationTime(now + 60)
      .sign(privateKey);
  for (const key of keys) {
    t.match(await method.authenticate(bearing(await tokenOf(key))), { outcome: 'accepted' }, key.algorithm);
  }
  const foreign = await method.authenticate(bearing(await tokenOf(signingKey(pemOf('rsa')))));
  t.match(foreign, { outcome: 'rejected', reason: 'the token is signed by an unknown key' });
});

t.test('an object that is being deleted backs its tokens for a minute after its time', async (t) => {
  const { clock, objects, method, ask } = scene('orch');
  const token = await ask({ boundObjectRef: { kind: 'Pod', name: 'pod', uid: 'u2' } });
  const outcome = async () => (await method.authenticate(bearing(token))).outcome;
  const endsAgo = (milliseconds: number) =>
    objects.pods.end('ns', 'pod', `${new Date(clock.now() - milliseconds).toISOString().slice(0, 19)}Z`);
  endsAgo(-30_000);
  t.equal(await outcome(), 'accepted', 'within its grace period');
  endsAgo(58_000);
  t.equal(await outcome(), 'accepted');
  endsAgo(62_000);
  t.equal(await outcome(), 'rejected');
});
