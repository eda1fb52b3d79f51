// A server whose store has lost the log decides nothing by what it knew before: who a caller is, what it may do, and what limits
// a write.

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { administratorOf, type Ask, tlsOf } from '../../../fixtures/apiserver/administrator.fixture.ts';
import { type ForgetfulStore, forgetful } from '../../../fixtures/apiserver/forgetful-store.fixture.ts';
import { etcdMissing, startEtcdProcess } from '../../../fixtures/process/etcd-process.ts';
import type { ApiServer, ApiServerOptions } from '../../config/option/options.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { startServer } from '../../server.ts';

const pods = '/api/v1/namespaces/default/pods';
const limitRanges = '/api/v1/namespaces/default/limitranges';
const accounts = '/api/v1/namespaces/default/serviceaccounts';
const vendor = vendorOf('kubernetes');
const rbac = vendor.fill('rbac.authorization.{api}');
const authentication = `${vendor.fill('authentication.{api}')}/v1`;
const bindings = `/apis/${rbac}/v1/clusterrolebindings`;
const reviews = `/apis/${authentication}/tokenreviews`;

const largePod = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    serviceAccountName: 'stays',
    containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '2' }, limits: { cpu: '2' } } }],
  },
});
const largest = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'small' },
  spec: { limits: [{ type: 'Container', max: { cpu: '1' } }] },
};
const binding = {
  apiVersion: `${rbac}/v1`,
  kind: 'ClusterRoleBinding',
  metadata: { name: 'jane' },
  roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'view' },
  subjects: [{ apiGroup: rbac, kind: 'User', name: 'jane' }],
};

interface Scene {
  readonly api: ApiServer;
  readonly admin: Ask;
  readonly jane: Ask;
  readonly log: ForgetfulStore;
  /** Of an account that is gone. */
  readonly token: string;
}

/** The oldest state that the store can still show has a binding and an account that are gone, and lacks a limit. */
async function setUp(t: Test, options: ApiServerOptions): Promise<Scene> {
  let log: ForgetfulStore | undefined;
  const { api } = await startServer(
    { vendor: 'kubernetes', port: 0, controllers: false, ...options },
    (opened) => (log = forgetful(opened)).store,
  );
  t.teardown(() => {
    log?.release();
    return api.stop();
  });
  if (log === undefined) throw new Error('no store was opened');
  const admin = administratorOf(api);
  const jane = administratorOf({ ...api, kubeconfig: api.user('jane') });
  const expect = async (status: number, ...asked: Parameters<Ask>): Promise<string> => {
    const answer = await admin(...asked);
    t.equal(answer.status, status, `${asked[0]} ${asked[1]}: ${answer.text}`);
    return answer.text;
  };
  for (const name of ['stays', 'goes']) {
    await expect(201, 'POST', accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } });
  }
  const request = { apiVersion: authentication, kind: 'TokenRequest', spec: {} };
  const issued = await expect(201, 'POST', `${accounts}/goes/token`, request);
  const { token } = (JSON.parse(issued) as { status: { token: string } }).status;
  await expect(201, 'POST', bindings, binding);
  t.equal((await jane('GET', pods)).status, 200);
  await log.store.compact(await log.store.latest());
  await expect(200, 'DELETE', `${bindings}/jane`);
  await expect(200, 'DELETE', `${accounts}/goes`);
  await expect(201, 'POST', limitRanges, largest);
  return { api, admin, jane, log, token };
}

async function lose(log: ForgetfulStore): Promise<void> {
  const asked = log.hold();
  log.lose();
  await asked;
}

/** Begins to create a pod, and resolves when the server works on that; the rest of the body is still to be sent. */
async function begin({ api, admin }: Scene, name: string): Promise<() => Promise<number>> {
  const body = Buffer.from(JSON.stringify(largePod(name)));
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const request = httpsRequest(new URL(pods, api.url), { method: 'POST', headers, agent: false, ...tlsOf(api) });
  request.write(body.subarray(0, 10));
  const inFlight = /apiserver_current_inflight_requests\{request_kind="mutating"\} [12]/;
  while (!inFlight.test((await admin('GET', '/metrics')).text)) await pause(5);
  return async () => {
    request.end(body.subarray(10));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode ?? 0;
  };
}

function tests(engine: string, options: () => ApiServerOptions): void {
  t.test(`${engine}: while the log is lost, no request is authorized by outdated state`, async (t) => {
    const scene = await setUp(t, options());
    const { admin, jane, log, token } = scene;
    const review = { apiVersion: authentication, kind: 'TokenReview', spec: { token } };
    await lose(log);
    const answers = await Promise.all([
      jane('GET', pods),
      admin('POST', reviews, review),
      admin('POST', pods, largePod('one')),
      jane('GET', '/metrics'),
    ]);
    for (const { status, headers, text } of answers) {
      t.equal(status, 503, text);
      t.equal(headers['retry-after'], '1');
      t.match(JSON.parse(text), { reason: 'ServiceUnavailable', message: /does not know its current objects yet/ });
    }
    for (const path of ['/livez', '/readyz/ping', '/healthz']) {
      t.equal((await admin('GET', path)).status, 200, `${path} is answered at any time`);
    }
    const waiting = jane('GET', pods);
    log.release();
    t.equal((await waiting).status, 403, 'the binding is gone');
    const reviewed = JSON.parse((await admin('POST', reviews, review)).text) as { status: object };
    t.notMatch(reviewed.status, { authenticated: true }, 'the account is gone');
    const refused = await admin('POST', pods, largePod('two'));
    t.equal(refused.status, 403, refused.text);
    t.match(refused.text, /maximum cpu usage per Container is 1, but limit is 2/);
    t.equal((await admin('GET', `${pods}/one`)).status, 404);
  });

  t.test(`${engine}: a write that was let in before the log was lost is not judged by older limits`, async (t) => {
    const scene = await setUp(t, options());
    const { admin, log } = scene;
    const [inTime, tooLate] = [await begin(scene, 'slow'), await begin(scene, 'slower')];
    await lose(log);
    t.equal(await tooLate(), 500, 'it may be tried again');
    const waiting = inTime();
    log.release();
    t.equal(await waiting, 403, 'it is judged by the limit of now');
    for (const name of ['slow', 'slower']) t.equal((await admin('GET', `${pods}/${name}`)).status, 404);
  });
}

tests('embedded', () => ({}));
const missing = etcdMissing();
if (missing === undefined) {
  const etcd = await startEtcdProcess();
  t.teardown(() => etcd.remove());
  let stores = 0;
  tests('etcd', () => ({ etcd: { servers: [etcd.server], prefix: `/registry-${(stores += 1)}` } }));
} else {
  t.test('etcd', { skip: missing }, () => {});
}
