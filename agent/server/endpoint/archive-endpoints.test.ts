// Stored checkpoints over the node's API: list, inspect, pin, unpin, delete, and their authorization.

import { rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { scene } from '../../../fixtures/agent/node-server.fixture.ts';

async function made(t: Test) {
  const node = await scene(t);
  const answer = await node.call('POST', '/checkpoint/default/counter/app');
  const name = (JSON.parse(answer.body) as { items: string[] }).items[0]?.split('/').at(-1) ?? '';
  return { ...node, name, path: `/checkpoints/${name}` };
}

t.test('a new checkpoint is listed, and its description names its container', async (t) => {
  const { get, name, path } = await made(t);
  const list = JSON.parse((await get('/checkpoints')).body) as { items: { name: string }[] };
  t.match(list, { items: [{ name, pinned: false }] });
  const one: unknown = JSON.parse((await get(path)).body);
  t.match(one, { name, contents: { compression: 'none', container: 'app', runtime: 'simulated' } });
});

t.test('a pinned checkpoint is not deleted, an unpinned one is', async (t) => {
  const { call, get, name, path } = await made(t);
  t.match(JSON.parse((await call('PUT', `${path}/pin`)).body), { name, pinned: true });
  t.match(await call('DELETE', path), { status: 409, body: `checkpoint ${name} is pinned` });
  t.match(JSON.parse((await call('DELETE', `${path}/pin`)).body), { name, pinned: false });
  t.match(await call('DELETE', path), { status: 200 });
  t.match(await get(path), { status: 404, body: 'checkpoint does not exist' });
  t.match(await call('DELETE', path), { status: 404 });
  t.match(await call('PUT', `${path}/pin`), { status: 404 });
  t.match(await call('DELETE', `${path}/pin`), { status: 404 });
  t.equal((await get('/checkpoints')).body, '{"items":[]}');
});

t.test(
  'a checkpoint is shown with its bytes and the second in which it was made, in each answer about it',
  async (t) => {
    const { call, get, name, path, folder } = await made(t);
    const { size } = await stat(join(folder.path, name));
    const [, time] = /-(\d{4}-.*Z)\.tar$/.exec(name) ?? [];
    const view = { name, bytes: size, created: time, pinned: false };
    t.strictSame(JSON.parse((await get('/checkpoints')).body), { items: [view] });
    const { contents, ...one } = JSON.parse((await get(path)).body) as { contents: object };
    t.strictSame(one, view);
    t.ok(contents);
    t.strictSame(JSON.parse((await call('PUT', `${path}/pin`)).body), { ...view, pinned: true });
    t.strictSame(JSON.parse((await call('DELETE', `${path}/pin`)).body), view);
    t.strictSame(JSON.parse((await call('DELETE', path)).body), view);
  },
);

t.test('the error for an unreadable folder names the method and the reason', async (t) => {
  const { get, folder } = await made(t);
  await rm(folder.path, { recursive: true });
  await writeFile(folder.path, 'a file');
  t.match(await get('/checkpoints'), { status: 500, body: /^GET of checkpoints failed \(.*not a directory/ });
});

t.test('no name leads out of the folder, and links are not followed', async (t) => {
  const { get, call, root, folder } = await made(t);
  await writeFile(join(root, 'outside.tar'), 'secret');
  const linked = 'checkpoint-a_default-b-2026-01-01T00:00:00Z.tar';
  await symlink(join(root, 'outside.tar'), join(folder.path, linked));
  for (const name of ['..%2foutside.tar', '%2e%2e', '..%2f..%2fetc%2fpasswd', linked, `${linked}.pin`, '%00']) {
    t.match(await get(`/checkpoints/${name}`), { status: 404 }, name);
    t.match(await call('DELETE', `/checkpoints/${name}`), { status: 404 }, name);
    t.match(await call('PUT', `/checkpoints/${name}/pin`), { status: 404 }, name);
  }
});

t.test('the error for an unreadable archive names the reason', async (t) => {
  const { get, folder } = await made(t);
  const name = 'checkpoint-a_default-b-2026-01-01T00:00:00Z.tar';
  await writeFile(join(folder.path, name), 'no tar');
  t.match(await get(`/checkpoints/${name}`), {
    status: 500,
    body: `GET of checkpoint ${name} failed (Unexpected end of data)`,
  });
});

t.test('access is asked for with the verb of the method, on the sub-resource of checkpoints', async (t) => {
  const { call, path, reviews, denied } = await made(t);
  reviews.length = 0;
  await call('GET', '/checkpoints');
  await call('PUT', `${path}/pin`);
  await call('DELETE', `${path}/pin`);
  t.match(
    reviews.map((review) => (review['spec'] as { resourceAttributes: object }).resourceAttributes),
    ['get', 'update', 'delete'].map((verb) => ({ verb, resource: 'nodes', subresource: 'checkpoint' })),
  );
  denied.add('checkpoint');
  t.match(await call('GET', '/checkpoints', 'good'), { status: 403 });
  t.match(await call('DELETE', path, 'good'), { status: 403 });
  t.match(await call('DELETE', path, null), { status: 401 });
});

t.test('with the gate off there are no checkpoints (CKPT-020)', async (t) => {
  const { get } = await scene(t, { gate: false });
  t.match(await get('/checkpoints'), { status: 404, body: '404 page not found\n' });
});
