// The API service for a node agent that a case starts: a proxy that forwards its requests with the identity of its
// node. The case can let some kinds of requests fail, and answer some itself. Every request is recorded with its times,
// because cases check what an agent requests, and when. Listens on plain HTTP on this host only.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Clock } from '../wire/time/clock.ts';
import { hopByHop } from '../wire/exchange/hop-by-hop.ts';
import type { Headers, Wire } from '../wire/exchange/wire.ts';

/** A request of the agent. */
export interface NodeRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** The content type of its body; '' without one. */
  readonly contentType: string;
  /** What its body says in JSON, also in one of the patch types; undefined for any other body. */
  readonly sent: unknown;
  /** The connection on which it came; requests on one connection have the same number. */
  readonly connection: number;
  /** Monotonic time at which the request was fully received. */
  readonly asked: number;
}

/** A request with its response. */
export interface AnsweredRequest extends NodeRequest {
  readonly status: number;
  /** Monotonic time just before the response was sent. */
  readonly answered: number;
}

export interface NodeService {
  readonly address: string;
  /** In the order of the responses. */
  readonly requests: readonly AnsweredRequest[];
  /** Selects requests to answer with 503, or with another status that it returns; at first none. */
  refuses: (request: NodeRequest) => boolean | number;
  /** Selects requests that get no answer until the agent closes their connection; at first none. Recorded at once, with 504. */
  hangs: (request: NodeRequest) => boolean;
  /** Answers requests in place of the service, with 201; at first none. `sent`: what its JSON body says, if it has one. */
  answers: (request: NodeRequest, sent: unknown) => object | undefined;
  /** Called before each response; what it resolves with takes the place of its date header. At first none does. May take time. */
  dates: (request: NodeRequest) => Promise<string | undefined>;
  /** Stops the proxy and closes every connection. */
  close(): Promise<void>;
}

/** Starts the proxy. `caller` sends requests to the real service as the node. */
export async function startNodeService(caller: Wire, clock: Clock): Promise<NodeService> {
  const requests: AnsweredRequest[] = [];
  // Keep idle connections open: closing one just as the agent reuses it would look like a failure of the service.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    // When one side closes its connection, the other side sees that too.
    serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const url = incoming.url ?? '/';
    const request: NodeRequest = {
      method: incoming.method ?? 'GET',
      path: url.replace(/\?.*/s, ''),
      contentType: incoming.headers['content-type'] ?? '',
      sent: jsonIn(incoming, body),
      connection: incoming.socket.remotePort ?? 0,
      asked: clock.monotonic(),
    };
    const keep = (status: number) => requests.push({ ...request, status, answered: clock.monotonic() });
    const refusal = service.refuses(request);
    if (refusal !== false) {
      const code = refusal === true ? 503 : refusal;
      keep(code);
      outgoing.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(refused(code)));
      return;
    }
    if (service.hangs(request)) {
      keep(504);
      return;
    }
    const own = service.answers(request, request.sent);
    if (own !== undefined) {
      keep(201);
      outgoing.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify(own));
      return;
    }
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort(new Error('the agent has gone')));
    const content = body.length === 0 ? undefined : body;
    const answer = await caller.forward(request.method, url, passedOn(incoming), content, gone.signal);
    const date = await service.dates(request);
    keep(answer.statusCode);
    const headers = withoutHops(answer.headers);
    outgoing.writeHead(answer.statusCode, date === undefined ? headers : { ...headers, date: [date] });
    outgoing.flushHeaders();
    await pipeline(answer.body, outgoing);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: NodeService = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    refuses: () => false,
    hangs: () => false,
    answers: () => undefined,
    dates: async () => undefined,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return service;
}

function jsonIn({ headers }: IncomingMessage, body: Buffer): unknown {
  return /^application\/(?:[\w-]+\+)?json\b/.test(headers['content-type'] ?? '')
    ? JSON.parse(body.toString())
    : undefined;
}

const reasons: ReadonlyMap<number, string> = new Map([
  [403, 'Forbidden'],
  [503, 'ServiceUnavailable'],
]);

function refused(code: number): object {
  const message = 'this service is made to fail for a while';
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: reasons.get(code) ?? '', message, code };
}

/** The agent's own credentials are dropped too: `caller` sends its own. */
const notPassedOn: ReadonlySet<string> = new Set([...hopByHop, 'authorization']);

function passedOn({ headersDistinct }: IncomingMessage): Headers {
  return withoutHops(headersDistinct);
}

function withoutHops(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string[]> {
  const kept: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !notPassedOn.has(name)) kept[name] = [value].flat();
  }
  return kept;
}
