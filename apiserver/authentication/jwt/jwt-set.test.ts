import { createHmac, createPrivateKey, type JsonWebKey, sign } from 'node:crypto';
import t, { type Test } from 'tap';
import { type CryptoKey, exportSPKI, importJWK } from 'jose';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { systemClock } from '../../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import {
  type IdentityProvider,
  signed,
  type SigningPair,
  signingPair,
  startIdentityProvider,
} from '../../../fixtures/apiserver/identity-provider.fixture.ts';
import type { Authentication, UserInfo } from '../contract/authenticator.ts';
import { checkAuthentication, type WrittenJwt } from './check-config.ts';
import { claimCompiler } from './claim-expressions.ts';
import { jwtAlgorithms } from './jwt-config.ts';
import { jwtMetrics } from './jwt-metrics.ts';
import { JwtSet } from './jwt-set.ts';

const vendor = vendorOf('orch');
const compiler = claimCompiler(vendor);
const usual: NonNullable<WrittenJwt['claimMappings']> = { username: { claim: 'sub', prefix: 'p:' } };

interface Judge {
  readonly provider: IdentityProvider;
  readonly set: JwtSet;
  of(this: void, token: string): Promise<Authentication>;
  user(this: void, claims?: Readonly<Record<string, unknown>>): Promise<UserInfo | string>;
}

interface JudgeOptions {
  readonly algorithms?: readonly string[];
  readonly clock?: typeof systemClock;
  readonly reach?: boolean;
}

/** A set of one provider that was reached, and how it judges. */
async function judging(
  t: Test,
  more: Partial<WrittenJwt> = {},
  { algorithms = jwtAlgorithms, clock = systemClock, reach = true }: JudgeOptions = {},
): Promise<Judge> {
  const provider = await startIdentityProvider();
  const written: WrittenJwt = {
    claimMappings: usual,
    ...more,
    issuer: { url: provider.url, audiences: ['client'], certificateAuthority: provider.authority, ...more.issuer },
  };
  const { jwt } = checkAuthentication([written], { vendor, compiler, ownIssuers: [] }, algorithms);
  const set = new JwtSet(jwt, { vendor, clock, log: silentLog, metrics: jwtMetrics(createMetrics()) });
  t.teardown(async () => {
    await set.close();
    await provider.close();
  });
  let tokens = 0;
  if (reach) await set.run(new AbortController().signal);
  const of = async (token: string): Promise<Authentication> => set.authenticate(token, [], ['own']);
  return {
    provider,
    set,
    of,
    async user(claims) {
      tokens += 1;
      // Never the same token twice: what was accepted is kept for a while.
      const result = await of(await provider.token({ jti: `t${tokens}`, ...claims }));
      return result.outcome === 'accepted' ? result.user : result.outcome === 'rejected' ? result.reason : 'none';
    },
  };
}

t.test('a token of the provider is its user (OIDC-005, OIDC-044 to OIDC-047, OIDC-071, OIDC-097)', async (t) => {
  const { provider, user } = await judging(t);
  t.strictSame(await user({ jti: 'j1' }), {
    username: 'p:jane',
    groups: [],
    extra: new Map([[vendor.fill('authentication.{label}/credential-id'), ['JTI=j1']]]),
  });
  t.strictSame(provider.asked, ['/.well-known/openid-configuration', '/keys']);
  t.match(await user({ aud: ['other', 'client'] }), { username: 'p:jane' }, 'one audience is enough (OIDC-100)');
  const now = Math.floor(Date.now() / 1000);
  const refused: readonly [string, Readonly<Record<string, unknown>>, RegExp][] = [
    ['for others (OIDC-012)', { aud: 'other' }, /expected audience "client" got \["other"\]/],
    ['without an audience (OIDC-045)', { aud: undefined }, /expected audience/],
    [
      'for something odd',
      { aud: { client: true } },
      /cannot unmarshal object into Go struct field idToken\.aud of type \[\]string/,
    ],
    ['expired a second ago (OIDC-046)', { exp: now - 1 }, /token is expired/],
    ['without an end', { exp: undefined }, /token is expired/],
    ['with an end that is no number', { exp: 'soon' }, /invalid number literal/],
    ['not valid yet', { nbf: now + 120 }, /before the nbf \(not before\) time/],
    ['issued at no time', { iat: null }, /failed to unmarshal claims/],
    ['with an end that no clock reaches', { exp: 1e19 }, /token is expired/],
    ['with a nonce that is no text', { nonce: 7 }, /idToken\.nonce of type string/],
    ['with a source of claims that is not there', { _claim_names: { x: 'y' } }, /source does not exist/],
    ['without a name (OIDC-047)', { sub: undefined }, /^oidc: parse username claims "sub": claim not present$/],
    [
      'with a name that is no text',
      { sub: 7 },
      /cannot unmarshal number into Go struct field idToken\.sub of type string/,
    ],
  ];
  for (const [what, claims, reason] of refused) t.match(await user(claims), reason, what);
  t.match(await user({ nbf: now + 30 }), { username: 'p:jane' }, 'a minute of leeway');
  t.equal(await user({ iss: 'https://other.example' }), 'none', 'of another issuer (OIDC-104)');
  t.match(await user({ exp: String(now + 60) }), { username: 'p:jane' });
  t.match(await user({ _claim_sources: { x: { other: 7 } } }), { username: 'p:jane' }, 'an unknown field of a source');
  t.match(await user({ _claim_sources: { x: { endpoint: 7 } } }), /_claim_sources of type string/);
});

t.test('every asymmetric algorithm is accepted, no other (OIDC-070)', async (t) => {
  const { provider, of } = await judging(t);
  for (const algorithm of jwtAlgorithms) {
    const key = await signingPair(algorithm, algorithm, algorithm.startsWith('ES') ? undefined : provider.key);
    provider.publish(key);
    // Keys are not looked for more often than once a second.
    let result = await of(await provider.token({}, key));
    while (result.outcome !== 'accepted') result = await of(await provider.token({}, key));
    t.equal(result.outcome, 'accepted', algorithm);
  }
});

t.test('only the algorithms of the configuration count (OIDC-068, OIDC-069)', async (t) => {
  const { provider, of } = await judging(t, {}, { algorithms: ['RS256'] });
  const key = await signingPair('RS384', provider.key.keyId, provider.key);
  provider.publish(provider.key, key);
  t.match(await of(await provider.token({}, key)), {
    outcome: 'rejected',
    reason: /unsupported algorithm, expected \["RS256"\] got "RS384"/,
  });
});

/** Headers that make a token of the right key worthless. */
const headersOf = (key: SigningPair): readonly [string, string][] => [
  ['a secret key in the header', `"jwk":${JSON.stringify(key.privateJwk)}`],
  ['a key of no type in the header', '"jwk":{"kty":"x"}'],
  ['a certificate in the header that is none', '"x5c":["AAAA"]'],
  ['an algorithm that stands twice', '"alg":"RS256"'],
  ['a nonce that is no text', '"nonce":7'],
  ['a key name that is no text', '"x":1,"kid":7'],
  ['a critical header', '"crit":["exp"],"exp":1'],
  ['a payload that is not base64url', '"b64":false'],
];

function withHeader(more: string, claims: object, { keyId, privateJwk }: SigningPair): string {
  const kid = more.includes('"kid"') ? '' : `"kid":"${keyId}",`;
  const head = Buffer.from(`{"alg":"RS256",${kid}${more}}`).toString('base64url');
  const input = `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const key = createPrivateKey({ key: privateJwk as JsonWebKey, format: 'jwk' });
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

t.test('well-formed extra headers of a token are ignored', async (t) => {
  const { provider, of } = await judging(t);
  const claims = { iss: provider.url, aud: 'client', sub: 'jane', exp: Math.floor(Date.now() / 1000) + 60 };
  const other = await signingPair('RS256', 'other');
  for (const more of [
    '"typ":"JWT"',
    '"x5c":[]',
    `"jwk":${JSON.stringify(other.publicJwk)}`,
    '"jku":"https://127.0.0.1:1/keys"',
    '"x5u":"https://127.0.0.1:1/"',
    '"crit":[]',
    '"crit":["b64"],"b64":true',
    '"b64":true',
  ]) {
    t.match(await of(withHeader(more, claims, provider.key)), { outcome: 'accepted' }, more.slice(0, 12));
  }
  t.strictSame(
    provider.asked,
    ['/.well-known/openid-configuration', '/keys'],
    'no key is fetched from a place that the token names',
  );
});

t.test('forged tokens are refused', async (t) => {
  const { provider, of } = await judging(t);
  const token = await provider.token();
  const [header = '', payload = '', signature = ''] = token.split('.');
  const text = (value: object | string): string =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const other = await signingPair('RS256', provider.key.keyId);
  const pem = await exportSPKI((await importJWK(provider.key.publicJwk, 'RS256')) as CryptoKey);
  const confused = (secret: string): string => {
    const head = `${text({ alg: 'HS256', kid: provider.key.keyId })}.${payload}`;
    return `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
  };
  const forged: readonly [string, string][] = [
    ['none', `${text({ alg: 'none' })}.${payload}.`],
    ['None with a signature', `${text({ alg: 'None' })}.${payload}.${signature}`],
    ['no algorithm', `${text({})}.${payload}.${signature}`],
    ['the public key as a secret', confused(pem)],
    ['the modulus as a secret', confused(String(provider.key.publicJwk.n))],
    ['another payload', `${header}.${text({ ...claims, sub: 'admin' })}.${signature}`],
    ['another key of the same name', await provider.token({}, other)],
    ['no signature', `${header}.${payload}.`],
    ['a key that the token brings', await signed(JSON.stringify(claims), { ...other, keyId: 'mine' })],
    [
      'a critical extension',
      `${text({ alg: 'RS256', kid: provider.key.keyId, crit: ['b64'], b64: false })}.${payload}.${signature}`,
    ],
    ['a header that is no JSON', `${text('x')}.${payload}.${signature}`],
    [
      'a signature of nothing but zeros',
      `${text({ alg: 'ES256' })}.${payload}.${Buffer.alloc(64).toString('base64url')}`,
    ],
    ['a signature with something behind it', `${token}AAAA`],
    ['a padded signature', `${token}==`],
    ...headersOf(provider.key).map(([what, more]): [string, string] => [what, withHeader(more, claims, provider.key)]),
    ['an unknown key', await provider.token({}, { ...provider.key, keyId: 'unknown' })],
  ];
  for (const [what, bad] of forged) t.equal((await of(bad)).outcome, 'rejected', what);
  for (const odd of [
    '',
    '..',
    'a.b',
    `${token}.x`,
    `{"iss":"${provider.url}"}`,
    `${header}.${text('[1]')}.${signature}`,
    `${header}.${'x'.repeat(300_000)}.${signature}`,
  ]) {
    t.equal((await of(odd)).outcome, 'none', `no token: ${odd.slice(0, 20)}`);
  }
  t.equal((await of(token)).outcome, 'accepted');
});

t.test('of duplicate claims the last one counts, as for the provider that signed them', async (t) => {
  const { provider, of } = await judging(t);
  const end = Math.floor(Date.now() / 1000) + 60;
  const payload = `{"iss":"https://x","iss":"${provider.url}","aud":"client","exp":1,"exp":${end},"sub":"a","sub":"b"}`;
  t.match(await of(await signed(payload, provider.key)), { outcome: 'accepted', user: { username: 'p:b' } });
  const hidden = `{"iss":"${provider.url}","aud":"client","exp":${end},"__proto__":{"sub":"root"}}`;
  t.match(await of(await signed(hidden, provider.key)), { outcome: 'rejected' }, 'nothing is inherited');
});

t.test('claims of the protocol count in any case of their letters', async (t) => {
  const { user } = await judging(t);
  const now = Math.floor(Date.now() / 1000);
  t.match(await user({ Exp: now - 60 }), /token is expired/);
  t.match(await user({ exp: undefined, EXP: now + 60 }), { username: 'p:jane' });
  t.match(await user({ NBF: now + 120 }), /before the nbf/);
  t.match(await user({ Aud: 'other' }), /expected audience/);
  t.equal(await user({ 'i\u017f\u017f': 'https://other.example' }), 'none');
  t.match(await user({ sub: undefined, Sub: 'jane' }), /claim not present/, 'those of users by their own letters');
});

t.test('groups, id and extra by claims (OIDC-028, OIDC-061, OIDC-062, OIDC-098)', async (t) => {
  const { user } = await judging(t, {
    claimMappings: { ...usual, groups: { claim: 'groups', prefix: 'g:' }, uid: { claim: 'id' } },
  });
  t.match(await user({ groups: ['a', 'b'], id: '7' }), { groups: ['g:a', 'g:b'], uid: '7' });
  t.match(await user({ groups: 'a', id: '7' }), { groups: ['g:a'] });
  t.match(await user({ id: '7' }), { groups: [] });
  t.match(await user({ groups: 5, id: '7' }), /parse groups claim "groups"/);
  t.match(await user({ groups: ['a', 5], id: '7' }), /parse groups claim "groups"/);
  t.match(await user({ groups: ['a'] }), /parse uid claim "id": claim not present/);
});

t.test('an address must be verified where its claim is there', async (t) => {
  const { user } = await judging(t, { claimMappings: { username: { claim: 'email', prefix: '' } } });
  t.match(await user({ email: 'a@b', email_verified: true }), { username: 'a@b' });
  t.match(await user({ email: 'a@b' }), { username: 'a@b' });
  t.match(await user({ email: 'a@b', email_verified: false }), /email not verified/);
  t.match(await user({ email: 'a@b', email_verified: 'true' }), /email_verified/);
});

t.test(
  'expressions map claims and judge them (OIDC-020 to OIDC-022, OIDC-026, OIDC-029, OIDC-031, OIDC-039 to OIDC-041)',
  async (t) => {
    const { user } = await judging(t, {
      claimMappings: {
        username: { expression: "claims.name + ':x'.substring(0, claims.name == '' ? 0 : 2)" },
        groups: { expression: 'claims.roles' },
        uid: { expression: 'string(claims.level)' },
        extra: [
          { key: 'a.example/deep', valueExpression: 'claims.deep.a__dash__b' },
          { key: 'a.example/none', valueExpression: "''" },
        ],
      },
      claimValidationRules: [
        { claim: 'hd', requiredValue: 'z' },
        { expression: 'claims.level >= 2 && claims.level < 9', message: 'level' },
      ],
      userValidationRules: [{ expression: "!user.groups.exists(g, g.startsWith('system:'))", message: 'reserved' }],
    });
    const claims = { jti: '', name: 'n', roles: ['r', '', 's'], level: 3, deep: { 'a-b': 'found' }, hd: 'z' };
    t.strictSame(await user(claims), {
      username: 'n:x',
      groups: ['r', 's'],
      uid: '3',
      extra: new Map([['a.example/deep', ['found']]]),
    });
    t.match(await user({ ...claims, roles: 'one' }), { groups: ['one'] });
    t.match(await user({ ...claims, name: '' }), /empty username via CEL expression is not allowed/);
    t.match(await user({ ...claims, name: undefined }), /no such key: name/);
    t.match(await user({ ...claims, name: 5 }), /oidc: /);
    t.match(await user({ ...claims, roles: { a: 1 } }), /must return a string or a list of strings/);
    t.match(await user({ ...claims, hd: 'y' }), /required claim hd value does not match/);
    t.match(await user({ ...claims, hd: undefined }), /required claim hd not present/);
    t.match(await user({ ...claims, level: 1 }), /validation expression '.*' failed: level/);
    t.match(await user({ ...claims, level: 'high' }), /oidc: /);
    t.match(await user({ ...claims, roles: ['system:masters'] }), /failed: reserved/);
  },
);

t.test(
  'new keys are found when a token names one; known ones stay good while the provider is away (OIDC-074)',
  async (t) => {
    const { provider, of } = await judging(t);
    const next = await signingPair('ES256', 'second');
    provider.publish(next);
    let result = await of(await provider.token({}, next));
    for (let looks = 0; result.outcome !== 'accepted'; looks += 1) {
      result = await of(await provider.token({ jti: String(looks) }, next));
    }
    t.equal((await of(await provider.token({ jti: 'old' }))).outcome, 'rejected', 'the key before is gone');
    await provider.close();
    t.equal((await of(await provider.token({ jti: 'away' }, next))).outcome, 'accepted');
  },
);

t.test('a provider that is not there, or is another one, refuses its tokens (OIDC-009, OIDC-077)', async (t) => {
  const waiting = await judging(t, {}, { reach: false });
  t.match(await waiting.of(await waiting.provider.token()), {
    outcome: 'rejected',
    reason: 'oidc: authenticator not initialized',
  });
  t.match(waiting.set.problem, /is not healthy: it has not been asked yet/);
  const clock = {
    ...systemClock,
    sleep: (time: number, signal?: AbortSignal) => systemClock.sleep(time === 10_000 ? 20 : time, signal),
  };
  const other = await judging(t, {}, { reach: false, clock });
  const discovery = '/.well-known/openid-configuration';
  other.provider.documents.set(discovery, { issuer: 'https://evil.example', jwks_uri: `${other.provider.url}/keys` });
  const over = new AbortController();
  const reaching = other.set.run(over.signal);
  while (!(other.set.problem ?? '').includes('issuer did not match')) await systemClock.sleep(10);
  other.provider.documents.set(discovery, { issuer: other.provider.url, jwks_uri: `${other.provider.url}/keys` });
  await reaching;
  t.equal(other.set.problem, undefined, 'it is asked again');
  t.equal((await other.of(await other.provider.token())).outcome, 'accepted');
});

t.test('an explicit discovery address is used unchanged (OIDC-006, OIDC-078)', async (t) => {
  const elsewhere = await startIdentityProvider();
  t.teardown(() => elsewhere.close());
  const judge = await judging(t, {}, { reach: false });
  const written: WrittenJwt = {
    claimMappings: usual,
    issuer: {
      url: 'https://issuer.example',
      discoveryURL: `${judge.provider.url}/some/where?`,
      audiences: ['client'],
      certificateAuthority: judge.provider.authority,
    },
  };
  judge.provider.documents.set('/some/where', {
    issuer: 'https://issuer.example',
    jwks_uri: `${judge.provider.url}/keys`,
  });
  const { jwt } = checkAuthentication([written], { vendor, compiler, ownIssuers: [] }, jwtAlgorithms);
  const set = new JwtSet(jwt, { vendor, clock: systemClock, log: silentLog, metrics: jwtMetrics(createMetrics()) });
  t.teardown(() => set.close());
  await set.run(new AbortController().signal);
  t.strictSame(judge.provider.asked, ['/some/where', '/keys']);
  const token = await judge.provider.token({ iss: 'https://issuer.example' });
  t.match(await set.authenticate(token, [], []), { outcome: 'accepted' });
});

t.test('groups may be elsewhere, for the claim form alone (OIDC-093)', async (t) => {
  const claimMappings = { ...usual, groups: { claim: 'groups', prefix: '' } };
  const { provider, user } = await judging(t, { claimMappings });
  const elsewhere = (endpoint: string) => ({
    _claim_names: { groups: 'src' },
    _claim_sources: { src: { endpoint, access_token: 'secret' } },
  });
  provider.documents.set('/groups', await provider.token({ groups: ['far'] }));
  t.match(await user(elsewhere(`${provider.url}/groups`)), { groups: ['far'] });
  t.match(await user({ ...elsewhere(`${provider.url}/groups`), groups: ['near'] }), { groups: ['near'] });
  provider.documents.set('/groups', await provider.token({ groups: ['far'], aud: 'other' }));
  t.match(await user(elsewhere(`${provider.url}/groups`)), /expected audience/);
  provider.documents.set('/groups', await provider.token({}));
  t.match(await user(elsewhere(`${provider.url}/groups`)), /did not contain claim: groups/);
  t.match(await user(elsewhere(`${provider.url}/nothing`)), /answered 404/);
  t.match(await user(elsewhere('http://127.0.0.1:1/')), /it is not https/);
  t.match(await user({ _claim_names: { groups: 'gone' }, _claim_sources: {} }), /source does not exist/);
  const expression = await judging(t, {
    claimMappings: { ...usual, groups: { expression: 'claims.?groups.orValue([])' } },
  });
  t.match(await expression.user(elsewhere(`${expression.provider.url}/groups`)), { groups: [] });
});

t.test('a request for other audiences than those of the server gets no answer', async (t) => {
  const { provider, set } = await judging(t);
  const token = await provider.token();
  t.strictSame(set.authenticate(token, ['other'], ['own']), { outcome: 'none' });
  t.match(await set.authenticate(token, ['own'], ['own']), { outcome: 'accepted' });
});
