// Writes of objects of a kind of the user's that is served in two versions: who owns what, and what is refused.

import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import { definitionsPath } from '../../fixtures/apiserver/definitions.fixture.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { startServer } from '../server.ts';

const vendor = vendorOf('kubernetes');
const definitions = definitionsPath(vendor);
const text = { type: 'string' };
const keyed = {
  type: 'array',
  [vendor.fill('x-{maker}-list-type')]: 'map',
  [vendor.fill('x-{maker}-list-map-keys')]: ['port', 'protocol'],
  items: {
    type: 'object',
    required: ['port'],
    properties: { port: { type: 'integer' }, protocol: { ...text, default: 'TCP' }, name: text },
  },
};
const properties = {
  spec: {
    type: 'object',
    properties: {
      replicas: { type: 'integer' },
      mode: { ...text, default: 'A' },
      word: text,
      ports: keyed,
      free: { type: 'object', [vendor.fill('x-{maker}-preserve-unknown-fields')]: true },
    },
  },
  status: { type: 'object', [vendor.fill('x-{maker}-preserve-unknown-fields')]: true },
};

function versionOf(name: string): object {
  const scale = {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.status.selector',
  };
  const schema = { openAPIV3Schema: { type: 'object', properties } };
  return { name, served: true, storage: name === 'v1', schema, subresources: { status: {}, scale } };
}

interface Thing {
  readonly message?: string;
  readonly metadata: {
    readonly generation?: number;
    readonly managedFields?: readonly {
      readonly manager: string;
      readonly operation: string;
      readonly apiVersion: string;
      readonly fieldsV1: unknown;
    }[];
  };
  readonly spec?: Readonly<Record<string, unknown>>;
}

async function things(t: Test) {
  const { api } = await startServer({ vendor: 'kubernetes' });
  t.teardown(() => api.stop());
  const ask = administratorOf(api);
  const group = 'things.example';
  await ask('POST', definitions, {
    apiVersion: vendor.fill('apiextensions.{api}/v1'),
    kind: 'CustomResourceDefinition',
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'things', kind: 'Thing' },
      versions: ['v1', 'v2'].map(versionOf),
    },
  });
  const path = (version: string) => `/apis/${group}/${version}/namespaces/default/things`;
  while ((await ask('GET', path('v2'))).status !== 200) await pause(10);
  const send = async (method: string, version: string, rest: string, body?: unknown, type?: string) => {
    const headers = type === undefined ? undefined : { 'content-type': `application/${type}` };
    const { status, text: answer } = await ask(method, `${path(version)}${rest}`, body, headers);
    return { status, json: JSON.parse(answer) as Thing };
  };
  const apply = (version: string, manager: string, spec: unknown) =>
    send(
      'PATCH',
      version,
      `/x?fieldManager=${manager}&force=true`,
      { apiVersion: `${group}/${version}`, kind: 'Thing', metadata: { name: 'x' }, spec },
      'apply-patch+yaml',
    );
  return { send, apply };
}

const ownersOf = ({ json }: { readonly json: Thing }): readonly unknown[] =>
  (json.metadata.managedFields ?? []).map(({ manager, operation, apiVersion, fieldsV1 }) => [
    `${manager} ${operation} ${apiVersion.replace(/.*\//, '')}`,
    fieldsV1,
  ]);

t.test('items of a keyed list are known by their keys, defaults of keys included', async (t) => {
  const { apply } = await things(t);
  const owned = (name: string) => ({ '.': {}, 'f:port': {}, ...(name === '' ? {} : { 'f:name': {} }) });
  const made = await apply('v1', 'm', { ports: [{ port: 80, name: 'web' }] });
  t.equal(made.status, 201, made.json.message ?? '');
  const list = (fields: object) => [
    ['m Apply v1', { 'f:spec': { 'f:ports': { 'k:{"port":80,"protocol":"TCP"}': fields } } }],
  ];
  t.strictSame(ownersOf(made), list(owned('web')));
  const again = await apply('v1', 'm', { ports: [{ port: 80, protocol: 'TCP' }] });
  t.strictSame(again.json.spec?.['ports'], [{ port: 80, protocol: 'TCP' }]);
  t.strictSame(ownersOf(again), list({ ...owned(''), 'f:protocol': {} }));
  const lacking = await apply('v1', 'm', { ports: [{ name: 'web' }] });
  t.equal(lacking.status, 422);
  t.match(lacking.json.message, 'spec.ports[0].port: Required value');
  const twice = await apply('v1', 'm', { ports: [{ port: 80 }, { port: 80, protocol: 'TCP' }] });
  t.match(twice.json.message, 'duplicate entries for key [port=80,protocol="TCP"]');
});

t.test('what an applier gives up goes, also when it applied it in another version, and gets its default', async (t) => {
  const { apply } = await things(t);
  await apply('v1', 'm', { mode: 'B', word: 'x' });
  const { json } = await apply('v2', 'm', { word: 'x' });
  t.strictSame(json.spec, { mode: 'A', word: 'x' });
  t.strictSame(ownersOf({ json }), [['m Apply v2', { 'f:spec': { 'f:word': {} } }]]);
});

t.test('an apply of null is refused where there is no null', async (t) => {
  const { apply, send } = await things(t);
  for (const version of ['v1', 'v2']) {
    for (const field of ['word', 'free', 'ports']) {
      const { status, json } = await apply(version, 'm', { [field]: null });
      t.equal(status, 422, `${version} ${field}`);
      t.match(json.message, `spec.${field} in body must be of type`);
    }
    const given = await apply(version, 'm', { mode: null, free: { a: null } });
    t.strictSame(given.json.spec, { mode: 'A', free: { a: null } }, 'a default and free content');
    t.equal((await send('DELETE', version, '/x')).status, 200);
  }
});

t.test('a write of the scale in another version changes the owner of the replicas only', async (t) => {
  const { apply, send } = await things(t);
  await apply('v1', 'm', { replicas: 1, word: 'x' });
  const scale = await send('GET', 'v2', '/x/scale');
  const put = await send('PUT', 'v2', '/x/scale?fieldManager=s', { ...scale.json, spec: { replicas: 3 } });
  t.equal(put.status, 200, put.json.message ?? '');
  t.strictSame(ownersOf(await send('GET', 'v1', '/x')), [
    ['m Apply v1', { 'f:spec': { 'f:word': {} } }],
    ['s Update v2', { 'f:spec': { 'f:replicas': {} } }],
  ]);
  const negative = await send('PATCH', 'v2', '/x/scale', { spec: { replicas: -1 } }, 'merge-patch+json');
  t.equal(negative.status, 422);
  t.match(negative.json.message, 'Thing.things.example "x" is invalid: .spec.replicas: Invalid value: -1');
  const nameless = await send('PUT', 'v2', '/none/scale', { ...scale.json, metadata: {} });
  t.equal(nameless.status, 400, 'the name is judged before the object is looked for');
});

t.test('the selector of the scale is a text', async (t) => {
  const { apply, send } = await things(t);
  await apply('v1', 'm', {});
  const status = (selector: unknown) => send('PATCH', 'v1', '/x/status', { status: { selector } }, 'merge-patch+json');
  const wrong = await status(7);
  t.equal(wrong.status, 422);
  t.match(wrong.json.message, '.status.selector accessor error: 7 is of the type int64, expected string');
  t.equal((await status('a=b')).status, 200);
});

t.test('an empty list of managers resets nothing, one empty manager does', async (t) => {
  const { apply, send } = await things(t);
  const made = await apply('v1', 'm', { word: 'x' });
  const reset = (managedFields: readonly object[]) =>
    send('PATCH', 'v1', '/x', { metadata: { managedFields } }, 'merge-patch+json');
  t.strictSame(ownersOf(await reset([])), ownersOf(made));
  t.strictSame(ownersOf(await reset([{}])), []);
});

t.test('nulls in the objects of a list of a merge patch are fields that are not there', async (t) => {
  const { apply, send } = await things(t);
  await apply('v1', 'm', {});
  const patch = { spec: { free: { list: [{ a: null, b: 1 }, null, [{ c: null }]] } } };
  const { json } = await send('PATCH', 'v1', '/x', patch, 'merge-patch+json');
  t.strictSame(json.spec?.['free'], { list: [{ b: 1 }, null, [{}]] });
});
