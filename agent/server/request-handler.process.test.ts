// What a request leaves behind in the agent, which runs for years: nothing. And that the end of the agent ends what is under way.
// Own process: it weighs the heap.

import { EventEmitter, getEventListeners } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../shared/process/log/log.ts';
import { createMetrics } from '../../shared/process/metric/metrics.ts';
import { text } from './contract/response.ts';
import { requestHandler, type RequestHandlerOptions } from './request-handler.ts';
import { requestMeasure } from './request-measure.ts';
import type { Endpoint } from './contract/route.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function scene(endpoint: Endpoint, others: Partial<RequestHandlerOptions> = {}) {
  const stop = new AbortController();
  const { request: handler } = requestHandler({
    routes: [{ pattern: '/x', methods: ['GET'], subresources: ['x'], endpoint }],
    authenticate: async () => ({ name: 'robot', uid: '', groups: [], extra: {} }),
    authorize: async () => true,
    measure: requestMeasure(createMetrics(), new FakeClock()),
    clock: new FakeClock(),
    log: silentLog,
    signal: stop.signal,
    ...others,
  });
  /** Answered, and the connection gone. */
  const ask = (): Promise<void> =>
    new Promise((resolve) => {
      const response = Object.assign(new EventEmitter(), {
        headersSent: false,
        writeHead: () => {},
        end: () => resolve(void response.emit('close')),
        destroy: () => resolve(void response.emit('close')),
      });
      const request = { url: '/x', method: 'GET', headers: {}, socket: {}, resume: () => {} };
      handler(request as unknown as IncomingMessage, response as unknown as ServerResponse);
    });
  return { ask, stop };
}

async function held(): Promise<number> {
  await turn();
  collect();
  await turn();
  collect();
  return process.memoryUsage().heapUsed;
}

t.test('twenty thousand requests leave nothing behind', async (t) => {
  const { ask, stop } = scene(async () => text(200, 'ok'));
  const many = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await ask();
  };
  await many(2_000);
  const before = await held();
  await many(20_000);
  t.ok((await held()) - before < 500_000, 'the heap is what it was');
  t.equal(getEventListeners(stop.signal, 'abort').length, 1, 'and the signal of the agent has one listener');
});

t.test('the end of the agent ends the requests that are under way, and those that come later', async (t) => {
  const reasons: unknown[] = [];
  const { ask, stop } = scene(({ signal }) => {
    return new Promise((_, reject) => {
      const end = (): void => {
        reasons.push(signal.reason);
        reject(signal.reason as Error);
      };
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  });
  const asked = [ask(), ask()];
  await turn();
  t.strictSame(reasons, []);
  stop.abort('stopped');
  await Promise.all(asked);
  await ask();
  t.strictSame(reasons, ['stopped', 'stopped', 'stopped']);
});

t.test('any number of callers that cannot be authenticated do not fill the log', async (t) => {
  const told: string[] = [];
  const refuse = async (): Promise<never> => {
    throw new Error('the service is gone');
  };
  const log = { ...silentLog, warn: (message: string) => void told.push(message) };
  const unknown = scene(async () => text(200, 'ok'), { authenticate: refuse, log });
  for (let index = 0; index < 100; index += 1) await unknown.ask();
  t.strictSame(told.splice(0), ['a caller could not be authenticated']);
  const undecided = scene(async () => text(200, 'ok'), { authorize: refuse, log });
  for (let index = 0; index < 100; index += 1) await undecided.ask();
  t.strictSame(told, ['an access could not be decided']);
});
