// The description of the node's API is true: of the routes, of the file that is shipped, of the documents answered.

import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import t from 'tap';
import { scene } from '../../../fixtures/agent/node-server.fixture.ts';
import { openApiDocument } from './openapi.ts';
import { operations } from './openapi-operations.ts';
import { schemas } from './openapi-schemas.ts';

t.test('every route is described and every description has a route', async (t) => {
  const { routes } = await scene(t);
  const served = routes.flatMap(({ methods, pattern }) =>
    (methods === 'any' ? ['GET'] : methods).map((method) => `${method} ${pattern.replace(':*}', '}')}`),
  );
  // The scene has fewer health checks than the agent: their paths are made from their names.
  const described = operations.map(({ route }) => route).filter((route) => route !== 'GET /healthz/log');
  t.strictSame(described.toSorted(), served.toSorted());
});

t.test('the shipped file is the served document', async (t) => {
  const { get } = await scene(t);
  const served: unknown = JSON.parse((await get('/openapi/v3')).body);
  t.strictSame(served, openApiDocument());
  t.strictSame(JSON.parse(await readFile('docs/agent-openapi.json', 'utf8')), served, 'else run generate-openapi.js');
});

t.test('documents are as their schemas say', async (t) => {
  const { get, call } = await scene(t);
  const made = JSON.parse((await call('POST', '/checkpoint/default/counter/app')).body) as { items: string[] };
  const archive = made.items[0]?.split('/').at(-1) ?? '';
  const ajv = new Ajv({ strict: false, formats: { 'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/ } });
  ajv.addSchema({ $id: 'api', components: { schemas } });
  for (const { route, answer } of operations) {
    const [method, pattern = ''] = route.split(' ');
    if (method !== 'GET' || answer?.schema === undefined) continue;
    const path = pattern.replace('{name}', archive);
    const document: unknown = JSON.parse((await get(path)).body);
    const valid = ajv.validate({ $ref: `api#/components/schemas/${answer.schema}` }, document);
    t.ok(valid, `${path}: ${ajv.errorsText()}`);
  }
});

t.test('paths that are never answered 200 answer what is described', async (t) => {
  const { call } = await scene(t);
  for (const { route, answer, others } of operations) {
    if (answer !== undefined) continue;
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replaceAll(/\{\w+\}/g, 'x');
    t.ok(Object.hasOwn(others ?? {}, String((await call(method, path)).status)), route);
  }
});
