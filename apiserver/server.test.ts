import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { connect as connectHttp2, type SecureClientSessionOptions } from 'node:http2';
import { request as requestHttp1 } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import t, { type Test } from 'tap';
import { vendorOf } from '../shared/vendor/profile.ts';
import { startApiServer } from './index.ts';
import { withMoreTime } from '../fixtures/apiserver/more-time.fixture.ts';
import type { ApiServer, ApiServerOptions } from './config/option/options.ts';

interface Answered {
  readonly status: number;
  readonly text: string;
}
type Ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answered>;

interface ConnectionFile {
  readonly clusters: readonly [{ readonly cluster: Readonly<Record<string, string>> }];
  readonly users: readonly [{ readonly user: Readonly<Record<string, string>> }];
}

/** TLS options of the administrator, or without a client certificate. */
function tlsOf(server: ApiServer, certificate = true): Pick<SecureClientSessionOptions, 'ca' | 'cert' | 'key'> {
  const { users } = load(server.kubeconfig) as ConnectionFile;
  const [{ user }] = users;
  const decoded = (name: string) => Buffer.from(user[name] ?? '', 'base64');
  return {
    ca: server.caCertificate,
    ...(certificate ? { cert: decoded('client-certificate-data'), key: decoded('client-key-data') } : {}),
  };
}

function http1(server: ApiServer, certificate = true): Ask {
  return (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const options = { method, headers: { ...type, ...headers }, ...tlsOf(server, certificate) };
      const request = requestHttp1(new URL(path, server.url), options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
      });
      request.on('error', reject);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

function http2(t: Test, server: ApiServer): Ask {
  const session = connectHttp2(server.url, tlsOf(server));
  session.on('error', () => {});
  t.teardown(() => session.destroy());
  return (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const stream = session.request({ ':method': method, ':path': path, ...type, ...headers });
      let status = 0;
      const chunks: Buffer[] = [];
      stream.on('response', (head) => {
        status = head[':status'] ?? 0;
      });
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => resolve({ status, text: Buffer.concat(chunks).toString() }));
      stream.on('error', reject);
      stream.end(body === undefined ? undefined : JSON.stringify(body));
    });
}

async function started(t: Test, options: ApiServerOptions = {}): Promise<ApiServer> {
  const server = await startApiServer(options);
  t.teardown(() => server.stop());
  return server;
}

const configMap = (name: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { a: 'b' } });
const maps = '/api/v1/namespaces/default/configmaps';

for (const vendor of ['orch', 'kubernetes'] as const) {
  t.test(
    `${vendor}: a server in memory serves both protocols to its administrator, and little to anonymous users`,
    async (t) => {
      const server = await started(t, { vendor });
      const { acceptRanges, createStatus, documentMethods, headOfResource, healthSummary } = vendorOf(vendor).behaviour;
      for (const [name, ask] of [
        ['h1', http1(server)],
        ['h2', http2(t, server)],
      ] as const) {
        t.equal((await ask('POST', maps, configMap(name))).status, createStatus);
        const read = await ask('GET', `${maps}/${name}`);
        t.match(JSON.parse(read.text), { kind: 'ConfigMap', metadata: { name }, data: { a: 'b' } });
        t.equal((await ask('GET', '/readyz')).text, 'ok', 'HEALTH-002');
        const verbose = (await ask('GET', '/livez?verbose')).text;
        t.match(verbose, /^\[\+\]ping ok\n/);
        t.match(verbose, new RegExp(`\\n${healthSummary('livez')}\\n$`), 'HEALTH-010');
        for (const path of ['/version', '/version/']) {
          t.match(JSON.parse((await ask('GET', path)).text), { major: '1', minor: '34' }, path);
        }
        for (const path of ['/.well-known/openid-configuration/', '/openid/v1/jwks/']) {
          t.equal((await ask('GET', path)).text, (await ask('GET', path.slice(0, -1))).text, path);
          t.equal((await ask('GET', `${path}more`)).status, 404);
        }
        t.match(JSON.parse((await ask('GET', '/apis')).text), { kind: 'APIGroupList' });
        const { paths } = JSON.parse((await ask('GET', '/')).text) as { paths: string[] };
        for (const path of ['/api/v1', '/apis/apps', '/apis/apps/v1', '/livez/ping', '/metrics', '/openapi/v3']) {
          t.ok(paths.includes(path), path);
          t.equal((await ask('GET', path)).status, 200, path);
        }
        for (const path of ['/', '/apis', '/apis/apps', '/healthz', '/livez/ping', '/metrics', '/openapi/v2']) {
          const status = documentMethods === 'any' ? 200 : 405;
          t.equal((await ask('POST', path, {})).status, status, `POST ${path}`);
        }
        for (const path of ['/api', '/apis/apps/v1', '/version', '/openid/v1/jwks']) {
          t.equal((await ask('POST', path, {})).status, 405, `POST ${path}`);
          t.equal((await ask('HEAD', path)).status, headOfResource === 'refused' ? 405 : 200, `HEAD ${path}`);
          t.equal((await ask('FOO', path)).status, 405, `FOO ${path}`);
        }
        for (const path of ['/apis', '/healthz', '/metrics']) t.equal((await ask('HEAD', path)).status, 200, path);
        for (const [path, type, other] of [
          ['/version', 'application/json', 'text/html'],
          ['/openid/v1/jwks', 'application/jwk-set+json', 'application/json'],
        ] as const) {
          t.equal((await ask('GET', path, undefined, { accept: `x/y, ${type}` })).status, 200, path);
          const refused = await ask('GET', path, undefined, { accept: other });
          t.equal(refused.status, acceptRanges === 'names' ? 406 : 200, path);
          if (refused.status === 406) t.match(JSON.parse(refused.text).message, `Available representations: ${type}`);
        }
        t.match((await ask('HEAD', `${maps}/${name}`)).status, headOfResource === 'refused' ? 405 : 200);
      }
      t.match((await http1(server)('GET', '/metrics')).text, /apiserver_request_total\{/);
      const nobody = http1(server, false);
      t.equal((await nobody('GET', '/')).status, 403, 'the index is not for everybody');
      t.equal((await nobody('GET', '/healthz')).status, 200, 'AUTHN-069');
      t.match(JSON.parse((await nobody('GET', maps)).text), {
        code: 403,
        message: /User "system:anonymous" cannot list/,
      });
      t.equal((await nobody('GET', maps, undefined, { authorization: 'Bearer wrong' })).status, 401, 'AUTHN-058');
    },
  );

  t.test(
    `${vendor}: a service-account token that was asked for works, and ends with its account (AUTHN-042, AUTHN-043)`,
    async (t) => {
      const server = await started(t, { vendor });
      const admin = http1(server);
      const group = vendorOf(vendor).fill('authentication.{api}/v1');
      await admin('POST', '/api/v1/namespaces/default/serviceaccounts', {
        apiVersion: 'v1',
        kind: 'ServiceAccount',
        metadata: { name: 'robot' },
      });
      const asked = { apiVersion: group, kind: 'TokenRequest', spec: {} };
      const answer = await admin('POST', '/api/v1/namespaces/default/serviceaccounts/robot/token', asked);
      const { status } = JSON.parse(answer.text) as { status: { token: string } };
      const bearer = { authorization: `Bearer ${status.token}` };
      const review = { apiVersion: group, kind: 'SelfSubjectReview' };
      const self = await http1(server, false)('POST', `/apis/${group}/selfsubjectreviews`, review, bearer);
      t.match(JSON.parse(self.text), { status: { userInfo: { username: 'system:serviceaccount:default:robot' } } });
    },
  );
}

t.test('without credentials AlwaysAllow answers 401 (AUTHN-060)', async (t) => {
  const server = await started(t, { authorizationModes: ['AlwaysAllow'] });
  t.equal((await http1(server, false)('GET', maps)).status, 401);
  t.equal((await http1(server)('GET', maps)).status, 200);
});

t.test('several methods are active at once (AUTHN-019, AUTHN-029)', async (t) => {
  const server = await started(t, { tokenFile: 'secret,jane,1,system:masters' });
  t.equal((await http1(server, false)('GET', maps, undefined, { authorization: 'Bearer secret' })).status, 200);
  t.equal((await http1(server)('GET', maps)).status, 200);
});

t.test('a data folder keeps objects and keys; its files are for their owner only', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'orchkit-server-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const kubeconfigPath = join(folder, 'admin.conf');
  const first = await startApiServer({ dataDir, kubeconfigPath });
  t.equal(await readFile(kubeconfigPath, 'utf8'), first.kubeconfig);
  t.equal((await stat(kubeconfigPath)).mode & 0o777, 0o600);
  t.equal((await stat(join(dataDir, 'pki', 'ca.key'))).mode & 0o777, 0o600);
  await http1(first)('POST', maps, configMap('kept'));
  await t.rejects(startApiServer({ dataDir }), /data/, 'a second server is refused');
  await first.stop();
  await first.stop();
  const second = await started(t, { dataDir });
  t.equal(second.caCertificate, first.caCertificate);
  t.equal((await http1(second)('GET', `${maps}/kept`)).status, 200);
});

t.test('a data folder is not served under another vendor than it was made with', async (t) => {
  const dataDir = t.testdir({});
  const first = await startApiServer({ dataDir, vendor: 'orch' });
  await first.stop();
  await t.rejects(startApiServer({ dataDir, vendor: 'kubernetes' }), {
    message: /^the data folder .* was made with --vendor orch and cannot be served with --vendor kubernetes: [^\n]*$/,
  });
  const again = await started(t, { dataDir, vendor: 'orch' });
  t.equal((await http1(again)('GET', maps)).status, 200, 'and nothing of it was touched');
});

t.test('a taken port is one clear error, and nothing keeps running', async (t) => {
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => blocker.once('listening', resolve));
  t.teardown(() => blocker.close());
  const address = blocker.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  await t.rejects(startApiServer({ port }), /EADDRINUSE/);
});

t.test('while it stops, readiness fails and requests are still answered (HEALTH-020, HEALTH-027)', async (t) => {
  const answers = await withMoreTime(async (shutdownDelay) => {
    const server = await started(t, { shutdownDelay });
    const ask = http2(t, server);
    await ask('GET', '/readyz');
    const stopped = server.stop();
    const late = stopped.then(() => undefined);
    const asked = Promise.all([ask('GET', '/readyz'), ask('GET', maps)]).catch(() => late);
    const found = await Promise.race([asked, late]);
    await stopped;
    await t.rejects(http1(server)('GET', maps));
    return found;
  });
  t.match(answers, [{ status: 500, text: /\[-\]shutdown failed: reason withheld/ }, { status: 200 }]);
});

t.test('a watch ends cleanly when the server stops', async (t) => {
  const server = await startApiServer();
  const session = connectHttp2(server.url, tlsOf(server));
  session.on('error', () => {});
  const stream = session.request({ ':path': `${maps}?watch=1` });
  await new Promise((resolve) => stream.on('response', resolve));
  const ended = new Promise((resolve) => stream.on('close', resolve));
  stream.resume();
  await server.stop();
  await ended;
  t.equal(stream.rstCode, 0);
  session.destroy();
});
