import t from 'tap';
import { badRequest } from '../../shared/object/errors.ts';
import { type ResourceHandler, ResourceChangedError, type Response } from '../registry/contract/resource-handler.ts';
import { type Handler, localTransport } from './transport/local/exchange-local.ts';
import { scene } from '../../fixtures/apiserver/pipeline.fixture.ts';

const user = { username: 'controller', groups: ['system:masters'], extra: new Map() };
const body: Response = {
  kind: 'body',
  status: 200,
  contentType: 'text/plain',
  parts: [Buffer.from('it')],
  length: 2,
};

/** Requests a thing. Returns the status, and whether the response needed a promise. */
async function ask(
  verb: ResourceHandler,
): Promise<{ status: number; waited: boolean; underWay: number; inFlight: string }> {
  const { answer, requests, options } = scene(verb, { authorize: () => ({ outcome: 'allow', reason: '' }) });
  let waited = true;
  const watched: Handler = (exchange) => {
    const rest = answer(exchange);
    waited = rest instanceof Promise;
    return rest;
  };
  const { status } = await localTransport(watched, user)({ method: 'GET', path: '/api/v1/namespaces/n/things/x' });
  // What a stage does when the request is over is done when the stage before it goes on.
  await new Promise((resolve) => setImmediate(resolve));
  const inFlight = (await options.metrics.render()).match(/current_inflight_requests\{.*readOnly.*\} (\d+)/)?.[1] ?? '';
  return { status, waited, underWay: requests.size, inFlight };
}

t.test('a synchronous handler is answered synchronously, through every stage', async (t) => {
  t.strictSame(await ask(() => body), { status: 200, waited: false, underWay: 0, inFlight: '0' });
});

t.test('a synchronous refusal is answered synchronously', async (t) => {
  const refuse = (): Response => {
    throw badRequest('no');
  };
  t.strictSame(await ask(refuse), { status: 400, waited: false, underWay: 0, inFlight: '0' });
});

t.test('an asynchronous request ends with its response, its refusal or its failure', async (t) => {
  const over = { waited: true, underWay: 0, inFlight: '0' };
  t.strictSame(await ask(async () => body), { status: 200, ...over });
  t.strictSame(await ask(() => Promise.reject(badRequest('no'))), { status: 400, ...over });
  t.strictSame(await ask(() => Promise.reject(new Error('a defect'))), { status: 500, ...over });
});

t.test('a read whose resource was changed while it waited is asked of what is served then', async (t) => {
  let asked = 0;
  const changing: ResourceHandler = async () => {
    asked += 1;
    if (asked < 3) throw new ResourceChangedError('changed');
    return body;
  };
  t.match(await ask(changing), { status: 200, waited: true, underWay: 0 });
  t.equal(asked, 3);
});
