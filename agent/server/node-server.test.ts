// Access to the node's API, health and checkpoints, over real TLS and in both profiles.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import { admin, scene, unknown } from '../../fixtures/agent/node-server.fixture.ts';

for (const vendor of vendorIds) {
  t.test(
    `${vendor}: a checkpoint is answered 200 with the path of the archive (CKPT-001, CKPT-003, CKPT-018)`,
    async (t) => {
      const { call, root, reviews } = await scene(t, { vendor });
      const { status, type, body } = await call('POST', '/checkpoint/default/counter/app');
      t.equal(status, 200);
      t.equal(type, 'application/json');
      const [file] = await readdir(join(root, 'checkpoints'));
      t.strictSame(JSON.parse(body), { items: [join(root, 'checkpoints', file ?? '')] });
      t.match(reviews, [
        {
          apiVersion: vendorOf(vendor).fill('authorization.{api}/v1'),
          spec: {
            resourceAttributes: { verb: 'create', resource: 'nodes', subresource: 'checkpoint', name: 'n1' },
            user: 'admin',
            groups: ['ops', 'more', 'system:authenticated'],
          },
        },
      ]);
    },
  );
}

const missing = [
  { path: '/checkpoint/other/counter/app', text: 'pod does not exist', id: 'CKPT-021' },
  { path: '/checkpoint/default/nobody/app', text: 'pod does not exist', id: 'CKPT-022' },
  { path: '/checkpoint/default/counter/side', text: 'container side does not exist', id: 'CKPT-023' },
  { path: '/checkpoint/default/counter', text: '404: Page Not Found', id: 'CKPT-006' },
  { path: '/checkpoint/..%2f..%2fetc/counter/app', text: '404: Page Not Found', id: 'CKPT-004' },
  { path: '/checkpoint/default/counter%2fx/app', text: '404: Page Not Found', id: 'CKPT-005' },
  { path: '/checkpoint/%2e%2e/counter/app', text: 'pod does not exist', id: 'CKPT-004' },
  {
    path: '/checkpoint/default/counter/app?timeout=soon',
    text: 'cannot parse value of timeout parameter',
    id: 'CKPT-030U',
  },
  {
    path: '/checkpoint/default/counter/app?timeout=2147483648',
    text: 'cannot parse value of timeout parameter',
    id: 'CKPT-030U',
  },
];
for (const { path, text, id } of missing) {
  t.test(`POST ${path} is answered 404 (${id})`, async (t) => {
    const { call, root } = await scene(t);
    t.match(await call('POST', path), { status: 404, body: text });
    t.strictSame(await readdir(join(root, 'checkpoints')), []);
  });
}

t.test('without credentials, with a bad token or an untrusted certificate the answer is 401 (CKPT-019)', async (t) => {
  const { call, root } = await scene(t);
  for (const who of [null, 'bad', unknown]) {
    t.match(await call('POST', '/checkpoint/default/counter/app', who), { status: 401, body: 'Unauthorized' });
  }
  t.strictSame(await readdir(join(root, 'checkpoints')), []);
});

t.test('a caller without permission gets 403 with the checked attributes (CKPT-026, CKPT-028U)', async (t) => {
  const { call, denied, root } = await scene(t);
  denied.add('checkpoint');
  t.match(await call('POST', '/checkpoint/default/counter/app', 'good'), {
    status: 403,
    body: 'Forbidden (user=robot, verb=create, resource=nodes, subresource(s)=[checkpoint])\n',
  });
  t.strictSame(await readdir(join(root, 'checkpoints')), []);
});

t.test('the arguments of a command may be long', async (t) => {
  const { call } = await scene(t);
  const command = `command=echo&command=${'a'.repeat(200_000)}`;
  t.match(await call('POST', `/run/default/counter/app?${command}`), { status: 501, body: /^run is not served/ });
});

t.test('GET of a checkpoint path is answered 405 (CKPT-002)', async (t) => {
  const { call } = await scene(t);
  t.match(await call('GET', '/checkpoint/default/counter/app'), { status: 405, body: '405: Method Not Allowed' });
});

t.test('with the gate off the path does not exist (CKPT-020)', async (t) => {
  const { call } = await scene(t, { gate: false });
  t.match(await call('POST', '/checkpoint/default/counter/app'), { status: 404, body: '404 page not found\n' });
});

t.test(
  'a runtime that fails or knows no checkpoints is answered 500 with its reason (CKPT-024, CKPT-025)',
  async (t) => {
    const { call, simulator } = await scene(t);
    simulator.faults.checkpointError = 'dump failed';
    t.match(await call('POST', '/checkpoint/default/counter/app'), {
      status: 500,
      body: 'checkpointing of default/counter/app failed (dump failed)',
    });
    simulator.faults.checkpointUnimplemented = true;
    t.match(await call('POST', '/checkpoint/default/counter/app'), { status: 500, body: /not implemented/ });
  },
);

t.test(
  'the last timeout goes to the runtime, none is zero, and a slow runtime is cut off (CKPT-007, CKPT-008)',
  async (t) => {
    const { call, simulator } = await scene(t);
    const timeoutSeen = () => (simulator.calls.at(-1)?.request as { timeout?: bigint } | undefined)?.timeout;
    await call('POST', '/checkpoint/default/counter/app');
    t.equal(timeoutSeen(), 0n);
    await call('POST', '/checkpoint/default/counter/app?timeout=3&timeout=9');
    t.equal(timeoutSeen(), 9n);
    simulator.faults.hang = new Set(['checkpointContainer'] as const);
    t.match(await call('POST', '/checkpoint/default/counter/app?timeout=1'), { status: 500, body: /failed \(/ });
  },
);

t.test('a pod that the server bound here is known by its containers, init containers included', async (t) => {
  const { call, bound } = await scene(t);
  bound.push({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { namespace: 'default', name: 'web' },
    spec: { containers: [{ name: 'app' }], initContainers: [{ name: 'setup' }] },
  });
  t.match(await call('POST', '/checkpoint/default/web/setup'), {
    status: 500,
    body: 'checkpointing of default/web/setup failed (container "setup" is not running)',
  });
  t.equal((await call('POST', '/checkpoint/default/web/other')).status, 404);
  t.match(JSON.parse((await call('GET', '/pods')).body), { kind: 'PodList', items: [{ metadata: { name: 'web' } }] });
});

t.test(
  'answers about callers are remembered: yes for five minutes, no for thirty seconds, tokens for two minutes',
  async (t) => {
    const { call, clock, reviews, denied } = await scene(t);
    const kinds = () => reviews.map(({ kind }) => kind).join(' ');
    await call('GET', '/configz', 'good');
    await call('GET', '/configz', 'good');
    t.equal(kinds(), 'TokenReview SubjectAccessReview');
    await clock.advance(121_000);
    await call('GET', '/configz', 'good');
    t.equal(kinds(), 'TokenReview SubjectAccessReview TokenReview');
    await clock.advance(180_000);
    denied.add('configz').add('proxy');
    t.equal((await call('GET', '/configz', admin)).status, 403);
    denied.clear();
    t.equal((await call('GET', '/configz', admin)).status, 403);
    await clock.advance(31_000);
    t.equal((await call('GET', '/configz', admin)).status, 200);
  },
);

t.test('an answer tells its length and that its type is not to be guessed, an error too', async (t) => {
  const { call } = await scene(t);
  for (const [path, who] of [
    ['/healthz', admin],
    ['/no-such-path', admin],
    ['/pods', null],
  ] as const) {
    const { headers, body } = await call('GET', path, who);
    t.equal(headers['x-content-type-options'], 'nosniff', path);
    t.equal(headers['content-length'], String(Buffer.byteLength(body)), path);
  }
});

t.test('an access that cannot be decided is answered 500', async (t) => {
  const { call, faults } = await scene(t);
  faults.review = new Error('connection refused');
  t.match(await call('GET', '/pods'), {
    status: 500,
    body: 'Authorization error (user=admin, verb=get, resource=nodes, subresource=pods)\n',
  });
});

t.test(
  'the wide sub-resource allows what the narrow one does not, and is the only one with the gate off',
  async (t) => {
    const { call, denied, reviews } = await scene(t);
    denied.add('pods');
    t.equal((await call('GET', '/pods')).status, 200);
    t.equal(reviews.length, 2);
    const coarse = await scene(t, { fineGrained: false });
    coarse.denied.add('pods');
    t.equal((await coarse.call('GET', '/pods')).status, 200);
    t.equal(coarse.reviews.length, 1);
  },
);

t.test('anonymous callers enter only when allowed to, and never with an untrusted certificate', async (t) => {
  const { call, reviews } = await scene(t, { anonymous: true });
  t.equal((await call('GET', '/healthz', null)).status, 200);
  t.match(reviews.at(-1), { spec: { user: 'system:anonymous', groups: ['system:unauthenticated'] } });
  t.equal((await call('GET', '/healthz', unknown)).status, 401);
});

t.test('health, running pods, metrics and configuration are served', async (t) => {
  const { call, faults } = await scene(t);
  t.match(await call('GET', '/healthz'), { status: 200, type: 'text/plain; charset=utf-8', body: 'ok' });
  t.equal((await call('GET', '/healthz?verbose')).body, '[+]ping ok\n[+]syncloop ok\nhealthz check passed\n');
  t.match(JSON.parse((await call('GET', '/runningpods/')).body), {
    items: [{ metadata: { name: 'counter', namespace: 'default' }, spec: { containers: [{ name: 'app' }] } }],
  });
  t.equal((await call('GET', '/pods')).body, '{"kind":"PodList","apiVersion":"v1","metadata":{},"items":null}\n');
  t.equal((await call('GET', '/metrics')).status, 200);
  t.strictSame(JSON.parse((await call('GET', '/configz')).body), { kubeletconfig: { maxPods: 110 } });
  t.equal((await call('HEAD', '/healthz')).body, '');
  faults.health = 'loop is slow';
  t.match(await call('GET', '/healthz'), {
    status: 500,
    body: '[+]ping ok\n[-]syncloop failed: reason withheld\nhealthz check failed\n',
  });
  t.match(await call('GET', '/healthz/syncloop'), { status: 500, body: 'internal server error: loop is slow\n' });
  t.match(await call('GET', '/healthz?exclude=syncloop&exclude=foo'), { status: 200, body: 'ok' });
});
