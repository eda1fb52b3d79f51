// The wire layer against a small HTTP server: what it sends and records, and how it reads streams and warnings.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { eventually } from '../time/await.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { Connection } from './connection.ts';
import { warningsOf } from '../expect/headers.ts';
import { expectFailure, expectRefused } from '../expect/status.ts';
import { expectTable } from '../expect/table.ts';
import { Exchange } from './exchange.ts';
import { ExpectationFailed } from '../contract/failure.ts';
import { Transcript } from './transcript.ts';
import { abortingLimit, ownTime } from '../time/own-time.ts';
import { ResourcePaths } from '../format/paths.ts';
import { Wire } from './wire.ts';

async function serve(t: Test, handle: (request: IncomingMessage, response: ServerResponse, body: string) => void) {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => handle(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const connection = new Connection({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  t.teardown(async () => {
    await connection.close();
    server.closeAllConnections();
    server.close();
  });
  const journal = new Transcript();
  return {
    journal,
    wire: new Wire(connection, { authorization: 'Bearer secret' }, journal, new AbortController().signal),
  };
}

const answered = (status: number, body: unknown, headers: Record<string, string[]> = {}) =>
  new Exchange(
    { method: 'GET', path: '/x', headers: {} },
    status,
    new Map(Object.entries(headers)),
    Buffer.from(JSON.stringify(body)),
  );

/** A clock that runs a hundred times as fast. */
const quickClock: Clock = {
  ...systemClock,
  sleep: (milliseconds, signal) => systemClock.sleep(milliseconds / 100, signal),
};

/** Blocks the process, as a suspended host does. */
function standStill(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
}

/** The finding of a rejected promise or a failed expectation. */
async function findingOf(look: () => unknown): Promise<unknown> {
  try {
    await look();
    return undefined;
  } catch (error) {
    return error;
  }
}

t.test('a request carries what the case sets and is recorded without its credentials', async (t) => {
  const { wire, journal } = await serve(t, (request, response, body) => {
    const { method, url, headers } = request;
    response.setHeader('X-Seen', 'yes');
    response.end(
      JSON.stringify({
        method,
        url,
        type: headers['content-type'],
        accept: headers.accept,
        who: headers.authorization,
        body,
      }),
    );
  });
  const answer = await wire.patch(
    '/a',
    'merge',
    { k: 1 },
    { query: { fieldManager: 'm 1' }, accept: 'application/yaml' },
  );
  t.strictSame(answer.json(), {
    method: 'PATCH',
    url: '/a?fieldManager=m+1',
    type: 'application/merge-patch+json',
    accept: 'application/yaml',
    who: 'Bearer secret',
    body: '{"k":1}',
  });
  t.equal(answer.header('x-seen'), 'yes');
  const [recorded] = journal.last(1);
  t.match(recorded?.transcript(), '> PATCH /a?fieldManager=m+1');
  t.notMatch(recorded?.transcript().split('\n<')[0], 'secret');
});

t.test('a stream is delivered event by event, then ends', async (t) => {
  const { wire } = await serve(t, (_request, response) => {
    response.write('{"type":"ADDED","object":{"metadata":{"name":"a"}}}\n{"type":"MODI');
    setTimeout(() => response.end('FIED","object":{"metadata":{"name":"a"}}}\n'), 20);
  });
  const stream = await wire.watch('/things');
  t.equal((await stream.next()).type, 'ADDED');
  t.equal((await stream.nextChange()).type, 'MODIFIED');
  t.match(await findingOf(() => stream.next()), {
    expected: 'an event',
    got: 'the end of the stream after 2 events',
  });
});

t.test('a malformed document is a finding', async (t) => {
  const { wire } = await serve(t, (_request, response) => void response.write('nonsense\n'));
  t.match(await findingOf(async () => (await wire.watch('/bad')).next(500)), {
    expected: 'one JSON document per line',
  });
});

t.test('an event that arrived while the process was suspended is delivered, also after the time limit', async (t) => {
  const { wire } = await serve(t, (_request, response) => void response.write('{"type":"ADDED","object":{}}\n'));
  for (const wait of ['next', 'nextChange'] as const) {
    const stream = await wire.watch('/things');
    const event = stream[wait](150);
    standStill(400);
    t.equal((await event).type, 'ADDED');
  }
});

t.test('a refused watch keeps its response', async (t) => {
  const { wire } = await serve(t, (_request, response) => {
    response.statusCode = 410;
    response.end('{"reason":"Expired"}');
  });
  const stream = await wire.watch('/things', { resourceVersion: '1' });
  t.equal(stream.status, 410);
  t.strictSame(stream.opened.json(), { reason: 'Expired' });
});

t.test('expectations about refusals report both sides', async (t) => {
  const status = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Conflict', message: 'no', code: 409 };
  expectFailure(answered(409, status), 409, 'Conflict');
  t.match(await findingOf(() => expectFailure(answered(409, status), 409, 'AlreadyExists')), {
    expected: 'AlreadyExists',
    got: '"Conflict"',
  });
  t.throws(() => expectFailure(answered(409, { ...status, code: 400 }), 409), ExpectationFailed);
  t.match(await findingOf(() => expectFailure(answered(200, {}), 409)), { what: 'status of GET /x', expected: '409' });
  t.match(await findingOf(() => expectRefused(answered(500, {}))), { expected: 'a 4xx refusal' });
});

t.test('warnings are parsed by RFC 7234 and malformed ones are findings', async (t) => {
  const warned = (...values: string[]) => answered(200, {}, { warning: values });
  t.strictSame(warningsOf(warned('299 - "unknown field \\"a\\""', '299 - "second, with comma"')), [
    { code: 299, agent: '-', text: 'unknown field "a"' },
    { code: 299, agent: '-', text: 'second, with comma' },
  ]);
  t.throws(() => warningsOf(warned('unknown field')), ExpectationFailed);
});

t.test('a table whose rows do not match its columns is a finding', async (t) => {
  const table = (cells: unknown[]) => ({
    kind: 'Table',
    apiVersion: 'm/v1',
    columnDefinitions: [{ name: 'Name', type: 'string' }],
    rows: [{ cells }],
  });
  t.strictSame(expectTable(answered(200, table(['a'])), 'm/v1'), { columns: ['Name'], rows: [['a']] });
  t.match(await findingOf(() => expectTable(answered(200, table(['a', 'b'])), 'm/v1')), { expected: '1 cells' });
});

t.test('an eventual state must hold several times in a row', async (t) => {
  const seen = [false, true, false, true, true];
  let looks = 0;
  const look = async () => {
    looks += 1;
    if (!seen[looks - 1]) throw new ExpectationFailed('state', 'true', 'false');
  };
  await eventually(look, { clock: quickClock, signal: new AbortController().signal });
  t.equal(looks, 5);
  const never = async () => {
    throw new ExpectationFailed('state', 'true', 'false');
  };
  await t.rejects(
    eventually(never, { clock: systemClock, signal: new AbortController().signal, within: 0 }),
    ExpectationFailed,
  );
});

t.test('a late state is waited for, however long the process is suspended meanwhile', async (t) => {
  let looks = 0;
  const look = async () => {
    looks += 1;
    standStill(300);
    if (looks < 4) throw new ExpectationFailed('state', 'true', 'false');
  };
  await eventually(look, { clock: systemClock, signal: new AbortController().signal, within: 700 });
  t.equal(looks, 5);
});

t.test('own time counts in slices: time in which the process was suspended counts little', async (t) => {
  let now = 0;
  const sleeps: number[] = [];
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    sleep: async (milliseconds) => {
      sleeps.push(milliseconds);
      // Each slice takes a second longer than it should, as on a busy host.
      now += milliseconds + 1_000;
    },
  };
  await ownTime(clock, 450);
  t.strictSame(sleeps, [100, 100, 50, 1], 'each slice counts 200 ms at most, and what came in the last one is heard');
  const ended = AbortSignal.abort(new Error('the case is over'));
  await t.rejects(ownTime(systemClock, 1_000, ended), { message: 'the case is over' });
});

t.test(
  'a limit aborts with its message when its time is over, not while the process is suspended, nor once lifted',
  async (t) => {
    const over = abortingLimit(systemClock, 250, 'no answer in time');
    standStill(400);
    for (let turns = 0; turns < 2; turns += 1) await systemClock.sleep(1);
    t.notOk(over.signal.aborted, 'what has come meanwhile has been heard');
    await over.ended;
    t.match(over.signal.reason, { message: 'no answer in time' });
    const lifted = abortingLimit(systemClock, 30, 'no answer in time');
    lifted.lift();
    await lifted.ended;
    await abortingLimit(systemClock, 60, 'later').ended;
    t.notOk(lifted.signal.aborted);
  },
);

t.test('paths have the documented form', async (t) => {
  t.equal(new ResourcePaths('v1', 'pods', 'a').item('p', 'log'), '/api/v1/namespaces/a/pods/p/log');
  t.equal(new ResourcePaths('apps/v1', 'deployments', 'a').everywhere, '/apis/apps/v1/deployments');
  t.equal(new ResourcePaths('v1', 'nodes').item('n/1'), '/api/v1/nodes/n%2F1');
});
