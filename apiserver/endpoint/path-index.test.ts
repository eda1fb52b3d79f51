import t from 'tap';
import { pathIndex, pathIndexOf } from './path-index.ts';

t.test('the index names each path once, in order, for people to read', async (t) => {
  const answer = await pathIndex(() => pathIndexOf(['/version', '/apis', '/version', '/api']))({
    method: 'GET',
    path: '/',
    query: new URLSearchParams(),
    headers: {},
    accept: undefined,
    user: { username: 'a', groups: [], extra: new Map() },
    signal: AbortSignal.abort(),
  });
  if (answer?.kind !== 'body') throw new Error('no body');
  t.match(answer, { status: 200, contentType: 'application/json' });
  t.equal(
    Buffer.concat([...answer.parts]).toString(),
    '{\n  "paths": [\n    "/api",\n    "/apis",\n    "/version"\n  ]\n}',
  );
});
