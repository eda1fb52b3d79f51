// Run with: node --test examples/node-test/*.test.mjs
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startApiServer } from 'orchkit/apiserver';
import { createClient } from 'orchkit/client';
import { startGreetingController } from './greeting-controller.mjs';

let server;
let client;
let stopController;
let maps;

before(async () => {
  server = await startApiServer({ unref: true });
  client = await createClient({ kubeconfig: server.kubeconfig });
  maps = client.resource({ group: '', version: 'v1', resource: 'configmaps' }).in('default');
  stopController = startGreetingController(client);
});

after(async () => {
  await stopController?.();
  await client?.close();
  await server?.stop();
});

function configMap(name, data, labels = { app: 'greeting' }) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels }, data };
}

/** Watches the object until its data fulfil the condition; the test's time limit ends the wait. */
async function dataOf(name, condition) {
  const { metadata, items } = await maps.list({ fieldSelector: `metadata.name=${name}` });
  if (items.length > 0 && condition(items[0].data)) return items[0].data;
  const { resourceVersion } = metadata;
  for await (const { object } of maps.watch({ fieldSelector: `metadata.name=${name}`, resourceVersion })) {
    if (condition(object.data)) return object.data;
  }
  throw new Error('the watch ended');
}

test('a new ConfigMap gets its greeting', { timeout: 60_000 }, async () => {
  await maps.create(configMap('ann', { person: 'Ann' }));
  assert.equal((await dataOf('ann', (data) => 'greeting' in data)).greeting, 'Hello, Ann!');
});

test('a changed ConfigMap gets a new greeting', { timeout: 60_000 }, async () => {
  await maps.create(configMap('bob', { person: 'Bob' }));
  await dataOf('bob', (data) => data.greeting === 'Hello, Bob!');
  await maps.patch('bob', 'merge', { data: { person: 'Bobby' } });
  assert.ok(await dataOf('bob', (data) => data.greeting === 'Hello, Bobby!'));
});

test('a ConfigMap without the label stays as it is', { timeout: 60_000 }, async () => {
  await maps.create(configMap('other', { person: 'Cal' }, {}));
  // The controller handles changes in order: once a later one is done, an earlier one would be, too.
  await maps.create(configMap('later', { person: 'Dan' }));
  await dataOf('later', (data) => 'greeting' in data);
  assert.deepEqual((await maps.get('other')).data, { person: 'Cal' });
});
