// The cost of authentication and authorization: tokens of identity providers, new and cached, beside client
// certificates; cached answers of the token webhook; many providers beside another method; many role bindings.

import { writeFileSync } from 'node:fs';
import type { ClientHttp2Session } from 'node:http2';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Credentials } from '../../apiserver/authentication/contract/authenticator.ts';
import { checkAuthentication, type WrittenJwt } from '../../apiserver/authentication/jwt/check-config.ts';
import { claimCompiler } from '../../apiserver/authentication/jwt/claim-expressions.ts';
import { jwtAlgorithms } from '../../apiserver/authentication/jwt/jwt-config.ts';
import { jwtMetrics } from '../../apiserver/authentication/jwt/jwt-metrics.ts';
import { JwtSet } from '../../apiserver/authentication/jwt/jwt-set.ts';
import { cachedTokens } from '../../apiserver/authentication/token/cached-tokens.ts';
import { tokenCacheMetrics } from '../../apiserver/authentication/token/token-cache-metrics.ts';
import { tokenWebhook } from '../../apiserver/authentication/webhook/token-webhook.ts';
import { rbacAuthorizer } from '../../apiserver/authorization/rbac/authorizer.ts';
import { RuleResolver } from '../../apiserver/authorization/rbac/resolve.ts';
import { FixedLister } from '../../fixtures/apiserver/fixed-lister.fixture.ts';
import { type IdentityProvider, startIdentityProvider } from '../../fixtures/apiserver/identity-provider.fixture.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { processorSeconds } from '../harness/processes.ts';
import type { Row } from '../harness/report.ts';
import { interleave, median } from '../harness/rounds.ts';
import { call, open, startTarget, type Target } from '../harness/target.ts';

const vendor = vendorOf('orch');
const manyIssuers = 64;
const rulesEach = 10;
const bindings = 10_000;
const times = 2000;
const requests = 3000;

export async function measureAccess({ rounds }: { readonly rounds: number }): Promise<readonly Row[]> {
  const provider = await startIdentityProvider();
  try {
    return [
      ...(await requestCosts(provider, rounds)),
      ...(await tokenCosts(provider, rounds)),
      await webhookCost(rounds),
      await decisionCost(rounds),
    ];
  } finally {
    await provider.close();
  }
}

function written(provider: IdentityProvider, path = ''): WrittenJwt {
  const rule = (number: number) => ({ expression: `claims.sub != 'x${number}'`, message: 'no' });
  return {
    issuer: {
      url: `${provider.url}${path}`,
      audiences: ['client'],
      certificateAuthority: provider.authority,
    },
    claimMappings: { username: { claim: 'sub', prefix: 'id:' }, groups: { claim: 'groups', prefix: '' } },
    claimValidationRules: Array.from({ length: rulesEach }, (_, number) => rule(number)),
  };
}

/** The provider of tokens, and others that are not asked. */
const allProviders = (provider: IdentityProvider): readonly WrittenJwt[] => [
  written(provider),
  ...Array.from({ length: manyIssuers - 1 }, (_, number) => written(provider, `/i${number}`)),
];

/** Microseconds of this process's processor for one, when many follow each other: other programs do not count. */
async function each(count: number, act: (index: number) => unknown): Promise<number> {
  const began = process.cpuUsage();
  for (let index = 0; index < count; index += 1) await act(index);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / count;
}

type Ask = (session: ClientHttp2Session) => Promise<unknown>;

/** The same of the server's processor, over a connection that is opened before. */
async function eachOf(target: Target, connection: () => ClientHttp2Session, ask: Ask): Promise<number> {
  const session = connection();
  await ask(session);
  const began = processorSeconds(target.child.pid);
  for (let index = 0; index < requests; index += 1) await ask(session);
  const seconds = processorSeconds(target.child.pid) - began;
  session.close();
  return (seconds / requests) * 1e6;
}

/** The server's processor for whole requests over kept connections, one after the other. */
async function requestCosts(provider: IdentityProvider, rounds: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'orchkit-bench-'));
  const file = join(folder, 'providers.json');
  const apiVersion = vendor.fill('apiserver.config.{api}/v1');
  const content = (jwt: readonly WrittenJwt[]) =>
    JSON.stringify({ apiVersion, kind: 'AuthenticationConfiguration', jwt });
  writeFileSync(file, content(allProviders(provider)));
  for (let number = 0; number < manyIssuers - 1; number += 1) {
    const issuer = `${provider.url}/i${number}`;
    provider.documents.set(`/i${number}/.well-known/openid-configuration`, {
      issuer,
      jwks_uri: `${provider.url}/keys`,
    });
  }
  const plain = await startTarget();
  const target = await startTarget([`--authentication-config=${file}`]);
  // With the group of the certificate, so that what differs is who asks and not what they may do.
  const token = await provider.token({ groups: ['system:masters'] });
  const get: Ask = (session) => call(session, 'GET', '/version');
  const byToken = () =>
    eachOf(
      target,
      () => connect(target.access.origin, { ca: target.access.ca }),
      (session) => withToken(session, '/version', token),
    );
  const byCertificate = (of: Target) => () => eachOf(of, () => open(of.access), get);
  const contenders = [
    { name: 'token', run: byToken },
    { name: 'certificate', run: byCertificate(target) },
    { name: 'without providers', run: byCertificate(plain) },
  ];
  await interleave(1, contenders);
  const figures = await interleave(rounds, contenders);
  await stopAll(target, plain);
  rmSync(folder, { recursive: true, force: true });
  const [seen, certificate, alone] = figures.map(({ median: value }) => value) as [number, number, number];
  return [
    {
      measure: 'request with a token seen before',
      value: seen,
      unit: 'us',
      reference: { name: 'client certificate', value: certificate },
      aim: { text: '<= 110 %', met: seen <= certificate * 1.1 },
    },
    {
      measure: `request with a certificate, ${manyIssuers} providers with ${rulesEach} rules`,
      value: certificate,
      unit: 'us',
      reference: { name: 'without providers', value: alone },
      aim: { text: 'nothing (<= 105 %)', met: certificate <= alone * 1.05 },
    },
  ];
}

async function stopAll(...targets: readonly Target[]): Promise<void> {
  await Promise.all(targets.map((target) => target.stop()));
}

function withToken(session: ClientHttp2Session, path: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':path': path, authorization: `Bearer ${token}` });
    stream.on('response', (headers) => {
      if (headers[':status'] !== 200) reject(new Error(`the token was answered by ${headers[':status']}`));
    });
    stream.on('end', resolve).on('error', reject).resume();
  });
}

const bearing = (bearerToken: string): Credentials => ({ bearerToken, certificateChain: [], headers: {}, path: '' });

/** In this process: a token that was never seen, and one that was. */
async function tokenCosts(provider: IdentityProvider, rounds: number): Promise<readonly Row[]> {
  const metrics = createMetrics();
  const tools = { vendor, compiler: claimCompiler(vendor), ownIssuers: [] };
  const { jwt } = checkAuthentication([written(provider)], tools, jwtAlgorithms);
  const set = new JwtSet(jwt, { vendor, clock: systemClock, log: silentLog, metrics: jwtMetrics(metrics) });
  await set.run(new AbortController().signal);
  const method = { name: 'jwt', authenticate: ({ bearerToken }: Credentials) => set.authenticate(bearerToken, [], []) };
  const cached = cachedTokens([method], { clock: systemClock, metrics: tokenCacheMetrics(metrics) });
  const fresh: number[] = [];
  const seen: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const tokens = await Promise.all(
      Array.from({ length: 200 }, (_, index) => provider.token({ jti: `${round} ${index}` })),
    );
    fresh.push(await each(tokens.length, (index) => cached.authenticate(bearing(tokens[index] ?? ''))));
    const [one = ''] = tokens;
    seen.push(await each(times, () => cached.authenticate(bearing(one))));
  }
  await set.close();
  // The first round warms up.
  const [newToken, seenToken] = [median(fresh.slice(1)), median(seen.slice(1))];
  return [
    {
      measure: `a token never seen before (RS256, ${rulesEach} rules)`,
      value: newToken,
      unit: 'us',
      aim: { text: '<= 300 us', met: newToken <= 300 },
    },
    { measure: 'a token seen before, its authentication alone', value: seenToken, unit: 'us' },
  ];
}

async function webhookCost(rounds: number): Promise<Row> {
  const status = { authenticated: true, user: { username: 'jane' } };
  const client = { ask: async () => status, close: async () => {} };
  const options = { client, version: 'v1', cacheTtl: 600_000, audiences: ['own'], vendor, clock: systemClock } as const;
  const method = tokenWebhook({ ...options, log: silentLog });
  const credentials = bearing('x'.repeat(200));
  await method.authenticate(credentials);
  const figures: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    figures.push(await each(times, () => method.authenticate(credentials)));
  }
  const value = median(figures.slice(1));
  return {
    measure: 'a kept answer of the token webhook',
    value,
    unit: 'us',
    aim: { text: '<= 5 us', met: value <= 5 },
  };
}

/** Decisions for users of 10,000 bindings, a tenth of them for all of a cluster. */
async function decisionCost(rounds: number): Promise<Row> {
  const apiVersion = vendor.fill('rbac.authorization.{api}/v1');
  const apiGroup = vendor.fill('rbac.authorization.{api}');
  const rules = [{ verbs: ['get', 'list'], apiGroups: [''], resources: ['pods', 'configmaps'] }];
  const binding = (number: number, namespace?: string) => ({
    apiVersion,
    kind: 'Binding',
    metadata: { name: `b${number}`, ...(namespace === undefined ? {} : { namespace }) },
    subjects: [{ kind: 'User', name: `u${number}`, apiGroup }],
    roleRef: { apiGroup, kind: 'ClusterRole', name: `r${number % 100}` },
  });
  const cluster = Array.from({ length: bindings / 10 }, (_, number) => binding(number));
  const local = Array.from({ length: bindings - cluster.length }, (_, number) => binding(number, `n${number % 50}`));
  const roles = Array.from({ length: 100 }, (_, number) => ({
    apiVersion,
    kind: 'ClusterRole',
    metadata: { name: `r${number}` },
    rules,
  }));
  const resolver = new RuleResolver(
    {
      clusterRoles: new FixedLister(roles),
      roles: new FixedLister([]),
      clusterRoleBindings: new FixedLister(cluster),
      roleBindings: new FixedLister(local),
    },
    vendor,
  );
  const authorizer = rbacAuthorizer(resolver);
  const decide = (number: number): unknown =>
    authorizer.authorize({
      kind: 'resource',
      user: { username: `u${number % 9000}`, groups: ['system:authenticated'], extra: new Map() },
      verb: number % 3 === 0 ? 'delete' : 'get',
      group: '',
      version: 'v1',
      resource: 'pods',
      subresource: '',
      namespace: `n${number % 50}`,
      name: 'a',
    });
  await each(10_000, decide);
  const figures: number[] = [];
  for (let round = 0; round < rounds; round += 1) figures.push(await each(10_000, decide));
  const value = median(figures);
  return {
    measure: `a decision with ${bindings} role bindings`,
    value,
    unit: 'us',
    aim: { text: '<= 10 us', met: value <= 10 },
  };
}
