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
  for (let tries = 0; (await ask('GET', newer)).status !== 200; tries += 1) {
    if (tries > 1000) throw new Error('the kind is not served');
    await pause(10);
  }
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

t.test('a field that only a webhook would fill is refused as a selector, and never selects nothing', async (t) => {
  const { ask, object } = await scene(t);
  t.equal((await ask('POST', newer, object('a', 'v2', { two: 'x' }))).status, 201);
  t.equal(json((await ask('GET', `${crontabs}?fieldSelector=spec.one%3Dx`)).text).items.length, 1);
  for (const method of ['GET', 'DELETE']) {
    const refused = await ask(method, `${newer}?fieldSelector=spec.two%3Dx`);
    t.equal(refused.status, 400, refused.text);
    t.match(refused.text, /\\"spec.two\\" is not a known field selector/);
  }
  t.equal(json((await ask('GET', `${newer}?fieldSelector=metadata.name%3Da`)).text).items.length, 1);
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
