import t from 'tap';
import { Exchange } from '../exchange/exchange.ts';
import { expectShape } from './shape.ts';
import { type ShapeName, shapes } from './shapes.ts';

const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: 'no', code: 404 };
const table = {
  kind: 'Table',
  apiVersion: 'meta/v1',
  metadata: { resourceVersion: '1' },
  columnDefinitions: [{ name: 'Name', type: 'string' }],
  rows: [{ cells: ['a'] }],
};

t.test('a document of the shape is accepted, also with unknown members', async (t) => {
  expectShape({ ...status, extra: 1 }, 'status');
  expectShape(table, 'table');
  expectShape({ paths: { 'api/v1': { serverRelativeURL: '/openapi/v3/api/v1?hash=0A' } } }, 'openApiIndex');
  for (const shape of Object.keys(shapes))
    t.throws(() => expectShape([], shape as ShapeName), { name: 'ExpectationFailed' });
});

t.test('a document of another shape fails with the path and both sides', async (t) => {
  t.throws(() => expectShape({ ...status, code: '404' }, 'status'), {
    message: 'shape of a status: expected at code a value that must be integer, got "404"',
  });
  const body = Buffer.from(JSON.stringify({ ...table, rows: [{ cells: ['a'] }, {}] }));
  const exchange = new Exchange({ method: 'GET', path: '/x', headers: {} }, 200, new Map(), body);
  t.throws(() => expectShape(exchange, 'table'), {
    message: "shape of the body of GET /x: expected at rows.1 a value that must have required property 'cells', got {}",
  });
  t.throws(() => expectShape({ ...status, reason: 'not found' }, 'status'), { message: /must match pattern/ });
});

t.test('patterns are matched in linear time', async (t) => {
  const reason = `${'A'.repeat(1_000_000)}!`;
  const start = performance.now();
  t.throws(() => expectShape({ ...status, reason }, 'status'));
  // A matcher with quadratic time would take many minutes.
  t.ok(performance.now() - start < 60_000);
});
