// Identity providers, by flags and by a file that is followed, and the token webhook, as clients of a running server see them.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { Agent, request } from 'undici';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import { type IdentityProvider, startIdentityProvider } from '../../fixtures/apiserver/identity-provider.fixture.ts';
import { json, startScriptedServer } from '../../fixtures/shared/scripted-server.fixture.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { type ApiServer, startApiServer } from '../index.ts';
import type { ApiServerOptions } from '../config/option/options.ts';

const vendor = vendorOf('orch');
const reviews = vendor.fill('/apis/authentication.{api}/v1/selfsubjectreviews');

async function started(t: Test, options: ApiServerOptions): Promise<ApiServer> {
  const server = await startApiServer({ controllers: false, ...options });
  t.teardown(() => server.stop());
  return server;
}

async function provided(t: Test): Promise<IdentityProvider> {
  const provider = await startIdentityProvider();
  t.teardown(() => provider.close());
  return provider;
}

interface Seen {
  readonly status: number;
  readonly user: Readonly<Record<string, unknown>> | undefined;
}

/** Who the holder of a token is; without one, what an anonymous caller of a path gets. */
async function seen(server: ApiServer, token: string | undefined, path = reviews): Promise<Seen> {
  const dispatcher = new Agent({ connect: { ca: server.caCertificate } });
  try {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const posted = {
      method: 'POST' as const,
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ apiVersion: vendor.fill('authentication.{api}/v1'), kind: 'SelfSubjectReview' }),
    };
    const answer = await request(new URL(path, server.url), {
      dispatcher,
      ...(path === reviews ? posted : { headers: authorization }),
    });
    const body = await answer.body.text();
    if (path !== reviews || answer.statusCode >= 400) return { status: answer.statusCode, user: undefined };
    const { status } = JSON.parse(body) as {
      readonly status: { readonly userInfo: Readonly<Record<string, unknown>> };
    };
    return { status: answer.statusCode, user: status.userInfo };
  } finally {
    await dispatcher.close();
  }
}

/** Until the provider was reached: that is not waited for at the start. */
async function accepted(server: ApiServer, token: () => Promise<string>): Promise<Seen> {
  for (;;) {
    const result = await seen(server, await token());
    if (result.status !== 401) return result;
  }
}

function configOf(more: object): string {
  const apiVersion = vendor.fill('apiserver.config.{api}/v1beta1');
  return JSON.stringify({ apiVersion, kind: 'AuthenticationConfiguration', ...more });
}

function jwtOf(provider: IdentityProvider, claimMappings: object): object {
  return {
    issuer: { url: provider.url, audiences: ['client'], certificateAuthority: provider.authority },
    claimMappings,
  };
}

t.test('one provider by flags (OIDC-051, OIDC-054 to OIDC-060, OIDC-064 to OIDC-066, OIDC-089)', async (t) => {
  const provider = await provided(t);
  const oidc = { issuerUrl: provider.url, clientId: 'client', certificateAuthority: provider.authority };
  const plain = await started(t, { authentication: { oidc } });
  t.match((await accepted(plain, () => provider.token())).user, {
    username: `${provider.url}#jane`,
    groups: ['system:authenticated'],
  });
  t.equal((await seen(plain, await provider.token({ aud: 'x' }))).status, 401);
  t.equal((await seen(plain, `${await provider.token()}x`)).status, 401);
  const all = await started(t, {
    authentication: {
      oidc: {
        ...oidc,
        usernameClaim: 'email',
        groupsClaim: 'g',
        groupsPrefix: 'g:',
        requiredClaims: { a: '1', b: '2' },
      },
    },
  });
  const claims = { email: 'a@b', g: ['x'], a: '1', b: '2' };
  t.match((await accepted(all, () => provider.token(claims))).user, {
    username: 'a@b',
    groups: ['g:x', 'system:authenticated'],
  });
  t.equal((await seen(all, await provider.token({ ...claims, b: '3' }))).status, 401, 'each required claim counts');
  t.equal((await seen(all, await provider.token({ ...claims, a: undefined }))).status, 401);
  const review = await administratorOf(plain)('POST', vendor.fill('/apis/authentication.{api}/v1/tokenreviews'), {
    apiVersion: vendor.fill('authentication.{api}/v1'),
    kind: 'TokenReview',
    spec: { token: await provider.token() },
  });
  t.match(JSON.parse(review.text), { status: { authenticated: true, user: { username: `${provider.url}#jane` } } });
});

t.test(
  'several providers by a file that is followed (OIDC-086 to OIDC-088, OIDC-090, OIDC-101, OIDC-104)',
  async (t) => {
    const [one, two] = [await provided(t), await provided(t)];
    const path = join(t.testdir(), 'authentication.json');
    const first = jwtOf(one, { username: { claim: 'sub', prefix: 'one:' } });
    writeFileSync(path, configOf({ jwt: [first] }));
    const server = await started(t, { authentication: { configPath: path } });
    t.match((await accepted(server, () => one.token())).user, { username: 'one:jane' });
    t.equal((await seen(server, await two.token())).status, 401);
    const reloaded = async (status: string): Promise<void> => {
      const metric = `apiserver_authentication_config_controller_automatic_reload_last_timestamp_seconds{status="${status}"`;
      while (!(await administratorOf(server)('GET', '/metrics')).text.includes(metric)) continue;
    };
    writeFileSync(path, configOf({ jwt: [{ ...first, claimMappings: {} }] }));
    await reloaded('failure');
    t.match(
      (await seen(server, await one.token({ jti: 'a' }))).user,
      { username: 'one:jane' },
      'the configuration before stays',
    );
    const second = jwtOf(two, {
      username: { expression: "'two:' + claims.sub" },
      groups: { expression: 'claims.?g.orValue([])' },
    });
    writeFileSync(path, configOf({ jwt: [first, second] }));
    await reloaded('success');
    t.match((await seen(server, await two.token({ g: ['x'] }))).user, {
      username: 'two:jane',
      groups: ['x', 'system:authenticated'],
    });
    t.match((await seen(server, await one.token({ jti: 'b' }))).user, { username: 'one:jane' });
    const metrics = await administratorOf(server)('GET', '/metrics');
    t.match(
      metrics.text,
      /apiserver_authentication_jwt_authenticator_latency_seconds_count\{result="success",jwt_issuer_hash="sha256:/,
    );
  },
);

t.test('anonymous requests reach only the paths of the file (AUTHN-061, OIDC-043, OIDC-092)', async (t) => {
  const path = join(t.testdir({}), 'authentication.json');
  writeFileSync(path, configOf({ jwt: [], anonymous: { enabled: true, conditions: [{ path: '/livez' }] } }));
  const authentication = { configPath: path };
  const server = await started(t, { authentication });
  t.equal((await seen(server, undefined, '/livez')).status, 200);
  t.equal((await seen(server, undefined, '/livez/ping')).status, 401);
  t.equal((await seen(server, undefined, '/version')).status, 401);
  await t.rejects(startApiServer({ authentication, anonymousAuth: true }), {
    message: /authentication\.json cannot be used: anonymous: Forbidden: --anonymous-auth flag cannot be set/,
  });
  writeFileSync(path, configOf({ jwt: [], anonymous: { enabled: false } }));
  t.equal((await seen(await started(t, { authentication }), undefined, '/livez')).status, 401);
});

t.test(
  'a token webhook accepts tokens that no other method knows (TOKWH-013, TOKWH-022, TOKWH-024, TOKWH-027)',
  async (t) => {
    const webhook = await startScriptedServer();
    t.teardown(() => webhook.close());
    const path = join(t.testdir({}), 'webhook.conf');
    const authority = Buffer.from(webhook.authority.certificatePem).toString('base64');
    const cluster = { server: `${webhook.url}/who`, 'certificate-authority-data': authority };
    const contexts = [{ name: 'x', context: { cluster: 'c' } }];
    writeFileSync(path, JSON.stringify({ clusters: [{ name: 'c', cluster }], contexts, 'current-context': 'x' }));
    const server = await started(t, { authentication: { tokenWebhook: { configPath: path, version: 'v1' } } });
    webhook.script(json(200, { status: { authenticated: true, user: { username: 'jane', groups: ['g'] } } }));
    t.match(await seen(server, 'opaque'), { user: { username: 'jane', groups: ['g', 'system:authenticated'] } });
    t.match(await seen(server, 'opaque'), { user: { username: 'jane' } });
    t.equal(webhook.asked.length, 1, 'the answer is kept');
    t.match(webhook.asked[0], { method: 'POST', path: '/who?timeout=30s' });
    t.match(JSON.parse(webhook.asked[0]?.body ?? ''), {
      kind: 'TokenReview',
      apiVersion: vendor.fill('authentication.{api}/v1'),
      spec: { token: 'opaque', audiences: [vendor.fill('https://{maker}.default.svc')] },
    });
    webhook.script(json(200, { status: { authenticated: false } }), json(403, {}));
    t.equal((await seen(server, 'wrong')).status, 401);
    t.equal((await seen(server, 'failing')).status, 401);
    t.equal((await seen(server, undefined, '/livez')).status, 200, 'without a token the webhook is not called');
    t.equal(webhook.asked.length, 3);
  },
);

t.test('an invalid configuration stops the start, and the error names it', async (t) => {
  const folder = t.testdir({ config: configOf({ jwt: [{}] }), empty: '' });
  const oidc = { issuerUrl: 'https://a.example', clientId: 'x' };
  const refused: readonly [ApiServerOptions, RegExp][] = [
    [
      { authentication: { configPath: join(folder, 'config') } },
      /^the authentication configuration .*config cannot be used: \[jwt\[0\]\.issuer\.url: Required value, /,
    ],
    [{ authentication: { configPath: join(folder, 'empty') } }, /empty cannot be used: it holds no object$/],
    [{ authentication: { configPath: '/no/such' } }, /^the authentication configuration \/no\/such cannot be read/],
    [{ authentication: { configPath: join(folder, 'config'), oidc } }, /mutually exclusive$/],
    [
      { authentication: { oidc: { ...oidc, issuerUrl: 'http://a.example' } } },
      /^jwt\[0\]\.issuer\.url: Invalid value: "http:\/\/a\.example": URL scheme must be https$/,
    ],
    [
      { authentication: { oidc: { ...oidc, issuerUrl: vendor.fill('https://{maker}.default.svc') } } },
      /URL must not overlap with disallowed issuers/,
    ],
    [{ authentication: { tokenWebhook: { configPath: '/no/such' } } }, /^\/no\/such: cannot be read/],
  ];
  for (const [options, message] of refused) await t.rejects(startApiServer(options), { message }, String(message));
});
