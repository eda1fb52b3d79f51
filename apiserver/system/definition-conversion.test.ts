// A kind whose versions a program of its author converts.

import { setTimeout as pause } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { administratorOf } from '../../fixtures/apiserver/administrator.fixture.ts';
import {
  crontabDefinition,
  crontabGroup,
  crontabs,
  definitionsPath,
} from '../../fixtures/apiserver/definitions.fixture.ts';
import { startWebhook, type WebhookAnswer } from '../../fixtures/apiserver/webhook-server.fixture.ts';
import type { ApiObject } from '../../shared/object/api-object.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { startServer } from '../server.ts';

const vendor = vendorOf('kubernetes');
const newer = crontabs.replace('/v1/', '/v2/');
const merge = { 'content-type': 'application/merge-patch+json' };

interface Review {
  readonly request: { uid: string; desiredAPIVersion: string; objects: { spec?: { one?: string; two?: string } }[] };
}

/** One text, called `one` in v1 and `two` in v2. `change` lies about the converted objects. */
const converting =
  (change: (object: Record<string, unknown>) => void = () => {}): WebhookAnswer =>
  ({ body }, response) => {
    const { request } = JSON.parse(body) as Review;
    const { uid, desiredAPIVersion } = request;
    const convertedObjects = request.objects.map(({ spec = {}, ...rest }) => {
      const text = spec.one ?? spec.two;
      const converted: Record<string, unknown> = {
        ...rest,
        apiVersion: desiredAPIVersion,
        spec: desiredAPIVersion.endsWith('2') ? { two: text } : { one: text },
      };
      change(converted);
      return converted;
    });
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        apiVersion: vendor.fill('apiextensions.{api}/v1'),
        kind: 'ConversionReview',
        response: { uid, convertedObjects, result: { status: 'Success' } },
      }),
    );
  };

async function holds(condition: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; !(await condition()); tries += 1) {
    if (tries > 1000) throw new Error(`never: ${what}`);
    await pause(10);
  }
}

async function scene(t: Test) {
  const webhook = await startWebhook(converting());
  const { api } = await startServer({ vendor: 'kubernetes' });
  t.teardown(async () => {
    await api.stop();
    await webhook.close();
  });
  const ask = administratorOf(api);
  const version = (name: string, field: string, storage: boolean) => {
    const spec = { type: 'object', properties: { [field]: { type: 'string' } } };
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
    return { name, served: true, storage, schema, selectableFields: [{ jsonPath: `.spec.${field}` }] };
  };
  const definition = crontabDefinition(vendor, { versions: [version('v1', 'one', true), version('v2', 'two', false)] });
  const clientConfig = { url: `${webhook.url}/convert`, caBundle: Buffer.from(webhook.authority).toString('base64') };
  Object.assign(definition.spec ?? {}, {
    conversion: { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions: ['v1'] } },
  });
  const made = await ask('POST', definitionsPath(vendor), definition);
  if (made.status !== 201) throw new Error(made.text);
  await holds(async () => (await ask('GET', newer)).status === 200, 'the kind is served');
  const object = (name: string, apiVersion: string, spec: object) => ({
    apiVersion: `${crontabGroup}/${apiVersion}`,
    kind: 'CronTab',
    metadata: { name },
    spec,
  });
  return { webhook, ask, object };
}

const json = (text: string) => JSON.parse(text) as { spec: object; items: object[]; metadata: object };

t.test('objects are converted by the webhook of the definition, for every verb', async (t) => {
  const { webhook, ask, object } = await scene(t);
  t.equal((await ask('POST', crontabs, object('a', 'v1', { one: 'x' }))).status, 201);
  t.equal(webhook.requests.length, 0, 'nothing to convert');
  t.match(json((await ask('GET', `${newer}/a`)).text), { apiVersion: `${crontabGroup}/v2`, spec: { two: 'x' } });
  t.match(webhook.requests[0], {
    path: '/convert?timeout=30s',
    headers: { 'user-agent': vendor.fill('{short}-apiserver-admission') },
  });
  t.match(json((await ask('POST', newer, object('b', 'v2', { two: 'y' }))).text), { spec: { two: 'y' } });
  t.match(json((await ask('GET', `${crontabs}/b`)).text), { spec: { one: 'y' } });
  t.match(json((await ask('GET', newer)).text), {
    items: [
      { apiVersion: `${crontabGroup}/v2`, kind: 'CronTab', spec: { two: 'x' } },
      { apiVersion: `${crontabGroup}/v2`, kind: 'CronTab', spec: { two: 'y' } },
    ],
  });
  t.match(json((await ask('PATCH', `${newer}/b`, { spec: { two: 'z' } }, merge)).text), { spec: { two: 'z' } });
  t.match(json((await ask('GET', `${crontabs}/b`)).text), { spec: { one: 'z' } });
});

t.test('selectors see what the webhook makes of an object', async (t) => {
  const { webhook, ask, object } = await scene(t);
  // In v2 an object also has its text as a label.
  webhook.answer = converting((made) => {
    const { two, one } = made['spec'] as { two?: string; one?: string };
    const labels = { text: two ?? one ?? '' };
    made['metadata'] = { ...(made['metadata'] as object), ...(two === undefined ? {} : { labels }) };
  });
  for (const [name, text] of Object.entries({ a: 'x', b: 'y', c: 'x' }))
    t.equal((await ask('POST', crontabs, object(name, 'v1', { one: text }))).status, 201);
  const names = async (query: string, path = newer) =>
    json((await ask('GET', `${path}?${query}`)).text).items.map((item) => (item as ApiObject).metadata.name);
  const [two, label] = ['fieldSelector=spec.two%3Dx', 'labelSelector=text%3Dx'];
  t.strictSame(await names(two), ['a', 'c']);
  t.strictSame(await names(label), ['a', 'c']);
  t.strictSame(await names(`${label},text!%3Dx`), []);
  t.strictSame(await names(label, crontabs), [], 'no labels there');
  t.strictSame(await names('fieldSelector=spec.one%3Dy', crontabs), ['b']);
  t.strictSame(await names('fieldSelector=spec.two%3Dx,metadata.name%3Dc'), ['c']);
  t.strictSame(await names('fieldSelector=metadata.name%3Db'), ['b']);
  t.equal((await ask('GET', `${newer}?fieldSelector=spec.one%3Dx`)).status, 400, 'a field of the other version');

  // A chunk may have fewer objects than its limit; none is left out.
  const found: unknown[] = [];
  for (let rest = ''; ; ) {
    const { text } = await ask('GET', `${newer}?${two}&limit=1&continue=${rest}`);
    const { items, metadata } = JSON.parse(text) as {
      items: ApiObject[];
      metadata: { continue?: string; remainingItemCount?: number };
    };
    t.equal(metadata.remainingItemCount, undefined);
    found.push(...items.map((item) => item.metadata.name));
    if ((rest = metadata.continue ?? '') === '') break;
  }
  t.strictSame(found, ['a', 'c']);

  const { resourceVersion } = json((await ask('GET', newer)).text).metadata as { resourceVersion: string };
  const change = async (name: string, one: string) =>
    t.equal((await ask('PATCH', `${crontabs}/${name}`, { spec: { one } }, merge)).status, 200);
  await change('b', 'x');
  await change('a', 'z');
  await change('a', 'w');
  t.equal((await ask('DELETE', `${crontabs}/b`)).status, 200);
  t.equal((await ask('DELETE', `${crontabs}/a`)).status, 200);
  const events = async (query: string) =>
    (await ask('GET', `${newer}?watch=1&timeoutSeconds=1&${query}`)).text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { type: string; object: ApiObject & { spec: { two: string } } })
      .map(({ type, object: { metadata, spec } }) => [type, metadata.name, spec.two]);
  for (const selector of [two, label]) {
    const expected = [
      ['ADDED', 'b', 'x'],
      ['DELETED', 'a', 'x'],
      ['DELETED', 'b', 'x'],
    ];
    const since = `${selector}&resourceVersion=${resourceVersion}`;
    t.strictSame(await events(since), expected);
    t.strictSame(await Promise.all([events(since), events(since)]), [expected, expected], 'for several watchers');
    t.strictSame(await events(selector), [['ADDED', 'c', 'x']]);
    t.strictSame(await events(`${selector}&fieldSelector=spec.two%3Dx,metadata.name%3Dc`), [['ADDED', 'c', 'x']]);
  }
  t.strictSame(await events('fieldSelector=spec.two%3Dq'), []);

  t.equal((await ask('POST', crontabs, object('d', 'v1', { one: 'keep' }))).status, 201);
  t.match(await ask('DELETE', `${newer}?${two}`), { status: 200, text: /"two":"x"/ });
  t.strictSame(await names(''), ['d']);
});

t.test('a program that lies or fails fails the request that needs it, and nothing is stored', async (t) => {
  const { webhook, ask, object } = await scene(t);
  const refused = async (): Promise<string> => {
    const { status, text } = await ask('POST', newer, object('n', 'v2', { two: 'y' }));
    t.equal(status, 500, text);
    return (JSON.parse(text) as { message: string }).message;
  };
  const name = `conversion webhook for ${crontabGroup}/v2, Kind=CronTab`;
  webhook.answer = converting((made) => Object.assign(made, { metadata: { name: 'other' } }));
  t.match(await refused(), `${name} returned invalid object: must have the same name: n != other`);
  webhook.answer = converting((made) => Object.assign(made, { apiVersion: `${crontabGroup}/v3` }));
  t.match(await refused(), /invalid groupVersion \(expected stable.example\/v1, received stable.example\/v3\)/);
  webhook.answer = (_request, response) => void response.writeHead(302, { location: `${webhook.url}/other` }).end();
  t.match(await refused(), `${name} failed: `);
  webhook.answer = (_request, response) => void response.end('{');
  t.match(await refused(), `${name} failed: `);
  webhook.answer = (_request, response) => void response.destroy();
  t.match(await refused(), `${name} failed: Post "${webhook.url}/convert?timeout=30s": EOF`);
  t.equal((await ask('GET', `${crontabs}/n`)).status, 404);
  webhook.answer = converting();
  t.equal((await ask('POST', newer, object('n', 'v2', { two: 'y' }))).status, 201, 'it is asked again');
});

t.test('selectors see the defaults that a schema got after an object was stored', async (t) => {
  const { api } = await startServer({ vendor: 'kubernetes' });
  t.teardown(() => api.stop());
  const ask = administratorOf(api);
  const definitionOf = (color: object) => {
    const spec = { type: 'object', default: {}, properties: { color: { type: 'string', ...color } } };
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
    return crontabDefinition(vendor, { version: { schema, selectableFields: [{ jsonPath: '.spec.color' }] } });
  };
  const made = await ask('POST', definitionsPath(vendor), definitionOf({}));
  t.equal(made.status, 201, made.text);
  const object = { apiVersion: `${crontabGroup}/v1`, kind: 'CronTab', metadata: { name: 'a' } };
  const selected = async (color: string) =>
    json((await ask('GET', `${crontabs}?fieldSelector=spec.color%3D${color}`)).text).items?.length;
  await holds(async () => (await ask('POST', crontabs, object)).status === 201, 'the kind is served');
  // What was selected before must not be taken for the answer of later.
  for (let times = 0; times < 4; times += 1) t.strictSame([await selected('red'), await selected('')], [0, 1]);
  const path = `${definitionsPath(vendor)}/${definitionOf({}).metadata?.name}`;
  t.equal((await ask('PATCH', path, definitionOf({ default: 'red' }), merge)).status, 200);
  await holds(async () => (await selected('red')) === 1, 'the default is selected');
  t.equal(await selected(''), 0);
});

t.test(
  'an owner by a version that is not served is kept; by one that the definition lost, applies are refused',
  async (t) => {
    const { api } = await startServer({ vendor: 'kubernetes' });
    t.teardown(() => api.stop());
    const ask = administratorOf(api);
    const spec = { type: 'object', properties: { one: { type: 'string' }, two: { type: 'string' } } };
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
    const definitionOf = (older: object[]) =>
      crontabDefinition(vendor, { versions: [{ name: 'v2', served: true, storage: true, schema }, ...older] });
    const older = (served: boolean) => ({ name: 'v1', served, storage: false, schema });
    const made = await ask('POST', definitionsPath(vendor), definitionOf([older(true)]));
    t.equal(made.status, 201, made.text);
    const apply = (version: string, content: object, manager: string) =>
      ask(
        'PATCH',
        `${version === 'v1' ? crontabs : newer}/a?fieldManager=${manager}`,
        { apiVersion: `${crontabGroup}/${version}`, kind: 'CronTab', metadata: { name: 'a' }, spec: content },
        { 'content-type': 'application/apply-patch+yaml' },
      );
    await holds(async () => (await apply('v1', { one: 'x' }, 'first')).status === 201, 'the kind is served');
    t.equal((await apply('v2', { two: 'y' }, 'second')).status, 200);
    const managers = async () =>
      ((JSON.parse((await ask('GET', `${newer}/a`)).text) as ApiObject).metadata.managedFields ?? []).map(
        ({ manager, apiVersion }) => [manager, apiVersion],
      );
    const both = [
      ['first', `${crontabGroup}/v1`],
      ['second', `${crontabGroup}/v2`],
    ];

    const path = `${definitionsPath(vendor)}/${definitionOf([]).metadata?.name}`;
    const define = async (definition: object) => t.equal((await ask('PATCH', path, definition, merge)).status, 200);
    await define(definitionOf([older(false)]));
    await holds(async () => (await ask('GET', crontabs)).status === 404, 'the older version is not served');
    t.equal((await apply('v2', { two: 'z' }, 'second')).status, 200);
    t.strictSame(await managers(), both);
    t.match(await apply('v2', { one: 'z' }, 'third'), { status: 409, text: /conflict with \\"first\\"/ });

    await define(definitionOf([]));
    const message = `request to convert CR to an invalid group/version: ${crontabGroup}/v1`;
    await holds(async () => (await apply('v2', { two: 'w' }, 'second')).status === 500, 'the version is gone');
    t.match(JSON.parse((await apply('v2', { two: 'w' }, 'second')).text), { message, code: 500, reason: undefined });
    t.match(JSON.parse((await ask('GET', `${newer}/a`)).text), { spec: { one: 'x', two: 'z' } });
    t.strictSame(await managers(), both, 'nothing changed');
    // Any other write goes on, without owners.
    t.equal((await ask('PATCH', `${newer}/a`, { spec: { two: 'v' } }, merge)).status, 200);
    t.strictSame(await managers(), []);
    t.equal((await apply('v2', { two: 'w' }, 'second')).status, 409);
  },
);
