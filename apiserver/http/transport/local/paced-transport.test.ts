import t from 'tap';
import type { TransportResponse } from '../../../../shared/client/contract/transport.ts';
import { pacedTransport } from './paced-transport.ts';

t.test('a few requests at a time, in order, and a failed one makes room too', async (t) => {
  const order: string[] = [];
  let underWay = 0;
  let most = 0;
  const send = pacedTransport(async ({ path }): Promise<TransportResponse> => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setImmediate(resolve));
    underWay -= 1;
    order.push(path);
    if (path === '/1') {
      throw new Error('no');
    }
    return { status: 200, headers: {}, body: (async function* () {})() };
  }, 2);
  const paths = Array.from({ length: 7 }, (_, index) => `/${index}`);
  const results = await Promise.allSettled(paths.map((path) => send({ method: 'GET', path })));
  t.strictSame(order, paths);
  t.equal(most, 2);
  t.strictSame(results.map(({ status }) => status).filter((status) => status === 'rejected').length, 1);
});

t.test('a request has no limit of time but the one it brings', async (t) => {
  const limits: (number | undefined)[] = [];
  const send = pacedTransport(async ({ headTimeout }): Promise<TransportResponse> => {
    limits.push(headTimeout);
    return { status: 200, headers: {}, body: (async function* () {})() };
  }, 1);
  await send({ method: 'GET', path: '/' });
  await send({ method: 'GET', path: '/', headTimeout: 20 });
  t.strictSame(limits, [0, 20]);
});
