// The description of the node's API is true: of the routes, of the file that is shipped, of the documents answered.

import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import t from 'tap';
import { scene } from '../../../fixtures/agent/node-server.fixture.ts';
import { openApiDocument } from './openapi.ts';
import { operationsOf } from './openapi-operations.ts';
import { schemas } from './openapi-schemas.ts';

const agents = [{ streams: false }, { streams: true }];

t.test('every route is described and every description has a route', async (t) => {
  for (const agent of agents) {
    const { routes } = await scene(t, agent);
    const served = routes.flatMap(({ methods, pattern }) =>
      (methods === 'any' ? ['GET'] : methods).map((method) => `${method} ${pattern.replace(':*}', '}')}`),
    );
    // The scene has fewer health checks than the agent: their paths are made from their names.
    const described = operationsOf(agent).map(({ route }) => route);
    t.strictSame(described.filter((route) => route !== 'GET /healthz/log').toSorted(), served.toSorted());
  }
});

t.test('the served document is that of the agent, the shipped file that of one that runs pods', async (t) => {
  for (const agent of agents) {
    const { get } = await scene(t, agent);
    t.strictSame(JSON.parse((await get('/openapi/v3')).body), openApiDocument(agent));
  }
  const shipped: unknown = JSON.parse(await readFile('docs/agent-openapi.json', 'utf8'));
  t.strictSame(shipped, openApiDocument({ streams: true }), 'else run generate-openapi.js');
});

t.test('documents are as their schemas say', async (t) => {
  const { get, call } = await scene(t);
  const made = JSON.parse((await call('POST', '/checkpoint/default/counter/app')).body) as { items: string[] };
  const archive = made.items[0]?.split('/').at(-1) ?? '';
  const ajv = new Ajv({ strict: false, formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ } });
  ajv.addSchema({ $id: 'api', components: { schemas } });
  for (const { route, answer } of operationsOf({ streams: false })) {
    const [method, pattern = ''] = route.split(' ');
    if (method !== 'GET' || answer?.schema === undefined) continue;
    const path = pattern.replace('{name}', archive);
    const document: unknown = JSON.parse((await get(path)).body);
    const valid = ajv.validate({ $ref: `api#/components/schemas/${answer.schema}` }, document);
    t.ok(valid, `${path}: ${ajv.errorsText()}`);
  }
});

t.test('paths that are never answered 200 answer what is described', async (t) => {
  for (const agent of agents) {
    const { call } = await scene(t, agent);
    for (const { route, answer, others } of operationsOf(agent)) {
      if (answer !== undefined) continue;
      const [method = '', pattern = ''] = route.split(' ');
      const path = pattern.replaceAll(/\{\w+\}/g, 'x');
      t.ok(Object.hasOwn(others ?? {}, String((await call(method, path)).status)), `${route}: ${agent.streams}`);
    }
  }
});
