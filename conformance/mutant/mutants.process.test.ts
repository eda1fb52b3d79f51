// The mutants keep their contract, and the proxy changes only what its fault says.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { cases } from '../cases/index.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import { AgentLauncher } from '../launch/agent-launcher.ts';
import type { Front } from '../launch/launched-programs.ts';
import { systemClock } from '../wire/time/clock.ts';
import { Connection } from '../wire/exchange/connection.ts';
import { Transcript } from '../wire/exchange/transcript.ts';
import { Wire } from '../wire/exchange/wire.ts';
import { frontOf } from './proxy/front.ts';
import type { Fault } from './contract/mutant.ts';
import { isProved, matrixText } from './matrix.ts';
import { mutants } from './mutants.ts';
import { startProxy } from './proxy/proxy.ts';
import { withoutMutant } from './without-mutant.ts';

/** A target that echoes requests and streams three events, behind a proxy with the fault. */
async function behindProxy(t: Test, fault: Fault): Promise<Wire> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url?.includes('watch=1')) {
      for (const type of ['ADDED', 'MODIFIED', 'BOOKMARK'])
        response.write(`${JSON.stringify({ type, object: { metadata: { name: 'a' } } })}\n`);
      response.end();
      return;
    }
    const { url, method, headersDistinct } = request;
    response.setHeader('warning', ['299 - "one"', '299 - "two"']);
    response.end(
      JSON.stringify({
        method,
        url,
        authorization: headersDistinct['authorization'],
        groups: headersDistinct['impersonate-group'],
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy = await startProxy({ server: address, insecure: false, token: 'upstream' }, fault);
  const connection = new Connection({ server: proxy.kubeconfig.server });
  t.teardown(async () => {
    await connection.close();
    await proxy.close();
    server.closeAllConnections();
    server.close();
  });
  return new Wire(
    connection,
    { authorization: `Bearer ${proxy.kubeconfig.token}` },
    new Transcript(),
    new AbortController().signal,
  );
}

t.test('every mutant has a unique id and names existing cases', async (t) => {
  t.equal(new Set(mutants.map(({ id }) => id)).size, mutants.length);
  for (const { id, noticedBy } of mutants) {
    t.ok(noticedBy.length > 0, id);
    for (const witness of noticedBy)
      t.ok(
        cases.some(({ file }) => file === witness),
        `${witness} of ${id}`,
      );
  }
});

t.test('every case has a mutant, except the listed ones', async (t) => {
  const proved = new Set(mutants.flatMap(({ noticedBy }) => noticedBy));
  const files = cases.map(({ file }) => file);
  t.strictSame(files.filter((file) => !proved.has(file)).sort(), withoutMutant);
});

t.test('the proxy without a fault passes requests, repeated headers and streams unchanged', async (t) => {
  const wire = await behindProxy(t, {});
  const answer = await wire.get('/x?a=1', { headers: { 'impersonate-group': ['g1', 'g2'] } });
  t.strictSame(answer.json(), {
    method: 'GET',
    url: '/x?a=1',
    authorization: ['Bearer upstream'],
    groups: ['g1', 'g2'],
  });
  t.strictSame(answer.headers.get('warning'), ['299 - "one"', '299 - "two"']);
  const stream = await wire.watch('/x');
  t.strictSame(
    (await stream.untilEnd(2000)).map(({ type }) => type),
    ['ADDED', 'MODIFIED', 'BOOKMARK'],
  );
});

t.test('a foreign token is forwarded and not replaced by the credentials of the run', async (t) => {
  const wire = (await behindProxy(t, {})).withHeaders({ authorization: 'Bearer other' });
  t.match((await wire.get('/x')).json(), { authorization: ['Bearer other'] });
});

t.test('a fault changes requests, responses and events', async (t) => {
  const wire = await behindProxy(t, {
    request: (request) => ({ ...request, path: '/changed' }),
    answer: (answer) => ({ ...answer, status: 418 }),
    events: () => (event) => (event.type === 'BOOKMARK' ? [] : [event, event]),
  });
  const answer = await wire.get('/x');
  t.equal(answer.status, 418);
  t.match(answer.json(), { url: '/changed' });
  const stream = await wire.watch('/x');
  t.equal((await stream.untilEnd(2000)).length, 4);
});

t.test('a fault changes the flags of a launched program, and its reported end', async (t) => {
  const script = 'console.log(process.argv.slice(1).join(), process.env.GIVEN ?? "none"); process.exit(3)';
  const fault: Fault = {
    flags: (flags) => flags.filter((flag) => flag !== '--dropped'),
    environment: () => ({ GIVEN: 'other' }),
    end: (end) => ({ ...end, code: 0 }),
  };
  const command = [process.execPath, '-e', script, '--', '{flags}'];
  const launch = { flags: ['--dropped', '--kept'], environment: { GIVEN: 'own' } };
  const ended = async (front: Front | undefined) => {
    const options = { command, vendor: vendorOf('orch'), clock: systemClock };
    const launcher = new AgentLauncher(front === undefined ? options : { ...options, front });
    return launcher.runToEnd(launch, new AbortController().signal);
  };
  t.strictSame(await ended(undefined), { code: 3, output: '--dropped,--kept own\n' });
  t.strictSame(await ended(frontOf(fault)), { code: 0, output: '--kept other\n' });
  t.strictSame(await ended(frontOf({})), { code: 3, output: '--dropped,--kept own\n' });
});

t.test('a launched program gets a proxy only for a fault in requests or responses', async (t) => {
  const server = createServer((_, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => void server.close());
  const address = { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, insecure: false };
  t.equal(await frontOf({ flags: (flags) => flags }).open(address), undefined);
  const opened = await frontOf({ answer: (answer) => ({ ...answer, status: 418 }) }).open(address);
  const connection = new Connection({ server: opened?.kubeconfig.server ?? '' });
  t.teardown(async () => {
    await connection.close();
    await opened?.close();
    server.closeAllConnections();
  });
  const wire = new Wire(connection, {}, new Transcript(), new AbortController().signal);
  t.equal((await wire.get('/x')).status, 418);
});

t.test('a matrix is proved only without survivors and without unsound cases', async (t) => {
  const killed = { mutant: 'm', noticed: ['a'], survived: [] };
  const alive = { mutant: 'n', noticed: [], survived: ['b'] };
  t.equal(isProved({ trials: [killed], unsound: [] }), true);
  t.equal(isProved({ trials: [killed, alive], unsound: [] }), false);
  t.equal(matrixText({ trials: [killed, alive], unsound: [] }), 'killed    m by a\nSURVIVED  n: not noticed by b\n');
});
