// What the options of the port and of objects do to a running server, as its clients see it.

import { randomUUID } from 'node:crypto';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { type ConnectionOptions, connect as connectTls, type TLSSocket } from 'node:tls';
import { readdir } from 'node:fs/promises';
import t, { type Test } from 'tap';
import { Agent, request } from 'undici';
import { createAuthority, issueCertificate, type KeyPair } from '../../shared/certificates/authority.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import { type ApiServer, startApiServer } from '../index.ts';
import { withMoreTime } from '../../fixtures/apiserver/more-time.fixture.ts';
import type { ApiServerOptions } from '../config/option/options.ts';

const clock = systemClock;
const vendor = vendorOf('orch');
const groupVersion = vendor.fill('authentication.{api}/v1');

async function started(t: Test, options: ApiServerOptions): Promise<ApiServer> {
  const server = await startApiServer({ controllers: false, ...options });
  t.teardown(() => server.stop());
  return server;
}

/** The handshake, or its error. */
function handshake(t: Test, server: ApiServer, options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const socket = connectTls({ host: hostname, port: Number(port), ca: server.caCertificate, ...options }, () =>
      resolve(socket),
    );
    socket.on('error', reject);
    t.teardown(() => socket.destroy());
  });
}

t.test('TLS has the configured versions and cipher suites', async (t) => {
  const newest = await started(t, { listening: { minVersion: 'TLSv1.3' } });
  t.equal((await handshake(t, newest, {})).getProtocol(), 'TLSv1.3');
  await t.rejects(handshake(t, newest, { maxVersion: 'TLSv1.2' }));
  const suite = 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384';
  const chosen = await started(t, {
    listening: { cipherSuites: [suite, 'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384'] },
  });
  const old = await handshake(t, chosen, { maxVersion: 'TLSv1.2' });
  t.match(old.getCipher().standardName, /^TLS_ECDHE_(ECDSA|RSA)_WITH_AES_256_GCM_SHA384$/);
  const others = 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256';
  await t.rejects(handshake(t, chosen, { maxVersion: 'TLSv1.2', ciphers: others }));
  t.equal((await handshake(t, chosen, {})).getProtocol(), 'TLSv1.3', 'the suites of TLS 1.3 are always on');
});

t.test('a client gets the certificate of the name that it asks for', async (t) => {
  const ca = createAuthority({ commonName: 'other', clock });
  const issue = (commonName: string, ...dnsNames: string[]): KeyPair =>
    issueCertificate(ca, { commonName, dnsNames, usages: ['server'], clock });
  const named = (pair: KeyPair, ...names: string[]) => ({
    certificate: pair.certificatePem,
    privateKey: pair.keyPem,
    names,
  });
  const server = await started(t, {
    listening: {
      named: [
        named(issue('first', 'api.example.com', 'api.example.org')),
        named(issue('second', 'x.example.net'), '*.example.net'),
        named(issue('late', 'api.example.com')),
      ],
    },
  });
  const nameAt = async (servername: string) => {
    const socket = await handshake(t, server, { servername, rejectUnauthorized: false });
    return socket.getPeerCertificate().subject.CN;
  };
  t.equal(await nameAt('api.example.com'), 'first', 'names of the certificate count, and the first certificate wins');
  t.equal(await nameAt('api.example.org'), 'first');
  t.equal(await nameAt('any.example.net'), 'second');
  t.equal(await nameAt('localhost'), 'orch-apiserver');
});

t.test('a client gets a GOAWAY by chance, and its request is still answered', async (t) => {
  const server = await started(t, { listening: { goawayChance: 1 } });
  const session = connectHttp2(server.url, { ca: server.caCertificate });
  t.teardown(() => session.destroy());
  const away = new Promise<number>((resolve) => session.on('goaway', resolve));
  const stream = session.request({ ':path': '/livez' });
  const status = new Promise((resolve) => stream.on('response', (head) => resolve(head[':status'])));
  const ended = new Promise<void>((resolve) => stream.resume().on('end', resolve));
  t.equal(await status, 200);
  await ended;
  t.equal(await away, 0, 'without an error');
});

t.test('addresses that clients are given have the external host', async (t) => {
  const server = await started(t, { listening: { externalHost: 'api.example.com' } });
  const ask = administratorOf(server);
  const { port } = new URL(server.url);
  const { serverAddressByClientCIDRs } = JSON.parse((await ask('GET', '/api')).text) as Record<string, unknown>;
  t.match(serverAddressByClientCIDRs, [{ serverAddress: `api.example.com:${port}` }]);
  const keys = async (asked: typeof ask) =>
    (JSON.parse((await asked('GET', '/.well-known/openid-configuration')).text) as { jwks_uri: string }).jwks_uri;
  t.equal(await keys(ask), `https://api.example.com:${port}/openid/v1/jwks`);
  const elsewhere = await started(t, { serviceAccounts: { keysUrl: 'https://keys.example.com/jwks' } });
  t.equal(await keys(administratorOf(elsewhere)), 'https://keys.example.com/jwks');
});

t.test('keys and certificates are in the folder that is named for them', async (t) => {
  const folder = t.testdir();
  await started(t, { dataDir: join(folder, 'data'), certificateFolder: join(folder, 'certificates') });
  t.match(await readdir(join(folder, 'certificates')), ['admin.crt', 'admin.key', 'ca.crt', 'ca.key']);
  t.notOk((await readdir(join(folder, 'data'))).includes('pki'));
});

t.test('a server that stops sends Retry-After to new requests, and ends its watches one after the other', async (t) => {
  const late = await withMoreTime(async (watchGrace) => {
    const server = await started(t, {
      tokenFile: 'token,jane,1,system:masters',
      listening: { sendRetryAfter: true, watchGrace },
    });
    const dispatcher = new Agent({ connect: { ca: server.caCertificate }, connections: 10 });
    t.teardown(() => dispatcher.destroy());
    const headers = { authorization: 'Bearer token' };
    const watches = await Promise.all(
      [1, 2].map(async () => {
        const { body } = await request(new URL('/api/v1/namespaces?watch=1', server.url), { dispatcher, headers });
        return { ended: body.text().then(() => clock.monotonic()) };
      }),
    );
    const stopped = server.stop();
    const answer = await request(new URL('/api/v1/namespaces', server.url), { dispatcher, headers }).catch(() => {});
    await answer?.body.text();
    const [first = 0, second = 0] = (await Promise.all(watches.map(({ ended }) => ended))).sort((a, b) => a - b);
    await stopped;
    return answer !== undefined && second - first >= watchGrace / 4 ? answer : undefined;
  });
  t.equal(late?.statusCode, 429, 'it was answered, and the second watch ended later');
  t.match(late?.headers, { 'retry-after': '5', connection: 'close' });
});

const pod = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i', securityContext: { privileged: true } }] },
});
const pods = '/api/v1/namespaces/default/pods';

t.test('privileged containers are refused where they are not allowed, in templates as well', async (t) => {
  const options = { disableAdmissionPlugins: ['ServiceAccount'] };
  const ask = administratorOf(await started(t, { ...options, allowPrivileged: false }));
  const refused = await ask('POST', pods, pod('a'));
  t.equal(refused.status, 422);
  const field = 'spec.containers[0].securityContext.privileged';
  t.match(JSON.parse(refused.text), {
    reason: 'Invalid',
    message: `Pod "a" is invalid: ${field}: Forbidden: disallowed by cluster policy`,
    details: { causes: [{ reason: 'FieldValueForbidden', field }] },
  });
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'a' },
    spec: {
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: pod('a').spec },
    },
  };
  const template = await ask('POST', '/apis/apps/v1/namespaces/default/deployments', deployment);
  t.equal(template.status, 422);
  t.match(template.text, /spec\.template\.spec\.containers\[0\]\.securityContext\.privileged: Forbidden/);
  const allowed = administratorOf(await started(t, options));
  t.equal((await allowed('POST', pods, pod('a'))).status, 200);
});

t.test('pods get the configured toleration seconds for lost nodes', async (t) => {
  const ask = administratorOf(
    await started(t, {
      disableAdmissionPlugins: ['ServiceAccount'],
      tolerationSeconds: { notReady: 1, unreachable: 2 },
    }),
  );
  const { text } = await ask('POST', pods, pod('a'));
  t.match(JSON.parse(text), {
    spec: {
      tolerations: [
        { key: vendor.fill('node.{label}/not-ready'), tolerationSeconds: 1 },
        { key: vendor.fill('node.{label}/unreachable'), tolerationSeconds: 2 },
      ],
    },
  });
});

t.test('without garbage collection a delete sets no finalizer, and a collection is deleted in parallel', async (t) => {
  const ask = administratorOf(await started(t, { garbageCollection: false, deleteCollectionWorkers: 3 }));
  const maps = '/api/v1/namespaces/default/configmaps';
  const names = Array.from({ length: 7 }, () => randomUUID());
  for (const name of names) {
    const made = await ask('POST', maps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, labels: { mine: '' } },
    });
    t.equal(made.status, 200, made.text);
  }
  const [first = ''] = names;
  const deleted = await ask('DELETE', `${maps}/${first}?propagationPolicy=Foreground`);
  t.equal(deleted.status, 200, deleted.text);
  t.equal((await ask('GET', `${maps}/${first}`)).status, 404, 'it does not wait for its dependents');
  const removed = await ask('DELETE', `${maps}?labelSelector=mine`);
  const { items } = JSON.parse(removed.text) as { items: { metadata: { name: string } }[] };
  t.strictSame(
    items.map(({ metadata }) => metadata.name),
    names.slice(1).sort(),
    'the answer has them in their order',
  );
  t.match(JSON.parse((await ask('GET', `${maps}?labelSelector=mine`)).text), { items: [] });
});

t.test(
  'the word of a trusted proxy counts, that of others does not (REQHDR-012, REQHDR-013, REQHDR-015)',
  async (t) => {
    const proxies = createAuthority({ commonName: 'proxies', clock });
    const server = await started(t, {
      requestHeader: {
        clientCa: proxies.certificatePem,
        usernameHeaders: ['X-Remote-User'],
        groupHeaders: ['X-Remote-Group'],
      },
    });
    const review = async (pair: KeyPair | undefined, headers: Record<string, string>) => {
      const tls = pair === undefined ? {} : { cert: pair.certificatePem, key: pair.keyPem };
      const dispatcher = new Agent({ connect: { ca: server.caCertificate, ...tls } });
      t.teardown(() => dispatcher.destroy());
      const answer = await request(new URL(`/apis/${groupVersion}/selfsubjectreviews`, server.url), {
        dispatcher,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ apiVersion: groupVersion, kind: 'SelfSubjectReview' }),
      });
      const body = (await answer.body.json()) as { status?: { userInfo?: { username?: string; groups?: string[] } } };
      return { status: answer.statusCode, user: body.status?.userInfo };
    };
    const proxy = issueCertificate(proxies, { commonName: 'front', usages: ['client'], clock });
    const jane = { 'x-remote-user': 'jane', 'x-remote-group': 'devs' };
    t.match(await review(proxy, jane), {
      user: { username: 'jane', groups: ['devs', 'system:authenticated'] },
    });
    t.equal((await review(proxy, {})).status, 401, 'its certificate alone names no user');
    const nobody = await review(undefined, jane);
    t.not(nobody.user?.username, 'jane');
  },
);

t.test('allowed origins get CORS headers, others none', async (t) => {
  const server = await started(t, { corsAllowedOrigins: ['^https://[a-z]+\\.example\\.com$'] });
  const dispatcher = new Agent({ connect: { ca: server.caCertificate } });
  t.teardown(() => dispatcher.close());
  const ask = async (method: 'OPTIONS' | 'GET', origin: string) => {
    const { statusCode, headers, body } = await request(`${server.url}/version`, {
      dispatcher,
      method,
      headers: { origin },
    });
    await body.dump();
    return { statusCode, allowed: headers['access-control-allow-origin'] };
  };
  t.strictSame(await ask('OPTIONS', 'https://a.example.com'), { statusCode: 204, allowed: 'https://a.example.com' });
  t.strictSame(await ask('GET', 'https://a.example.com'), { statusCode: 200, allowed: 'https://a.example.com' });
  t.strictSame(await ask('GET', 'https://a.example.com.other.org'), { statusCode: 200, allowed: undefined });
  await t.rejects(startApiServer({ corsAllowedOrigins: ['('] }), /the allowed origin "\(" is not a regular expression/);
});

t.test('events without a lifetime are kept', async (t) => {
  const ask = administratorOf(await started(t, { eventTtl: 0 }));
  const path = '/api/v1/namespaces/default/events';
  const event = { metadata: { name: 'a' }, involvedObject: { namespace: 'default' }, reason: 'Tested' };
  t.equal((await ask('POST', path, event)).status, 200);
  t.match(JSON.parse((await ask('GET', `${path}/a`)).text), { reason: 'Tested' });
});
