// What a node agent that a case starts knows as its API service: everything it asks passes to the real one, as the node that
// the agent stands for, unless the case says that this kind of request fails. Every request is kept, with the times between
// which it was answered, because what an agent asks, and when, is what cases about it are about. Listens on plain HTTP on
// this host only.

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
  /** Without the query. */
  readonly path: string;
  /** Monotonic time at which it had come as a whole. */
  readonly asked: number;
}

/** One that was answered. */
export interface AnsweredRequest extends NodeRequest {
  readonly status: number;
  /** Monotonic time at which the answer began to be sent, and no earlier than that. */
  readonly answered: number;
}

export interface NodeService {
  readonly address: string;
  /** In the order of their answers. */
  readonly requests: readonly AnsweredRequest[];
  /** Which requests are answered 503 from now on; at first none. */
  refuses: (request: NodeRequest) => boolean;
  /** Ends it, and every connection. */
  close(): Promise<void>;
}

/** `caller` speaks to the real service as the node. */
export async function startNodeService(caller: Wire, clock: Clock): Promise<NodeService> {
  const requests: AnsweredRequest[] = [];
  // Idle connections stay: one that ends just when it is used again looks like a failure of the service.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    // The agent has gone, or the real service ends what it sends: both see the end of the connection.
    serve(incoming, outgoing).catch(() => incoming.socket.destroy());
  });

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const url = incoming.url ?? '/';
    const request = { method: incoming.method ?? 'GET', path: url.replace(/\?.*/s, ''), asked: clock.monotonic() };
    const keep = (status: number) => requests.push({ ...request, status, answered: clock.monotonic() });
    if (service.refuses(request)) {
      keep(503);
      outgoing.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify(unavailable));
      return;
    }
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort(new Error('the agent has gone')));
    const content = body.length === 0 ? undefined : body;
    const answer = await caller.forward(request.method, url, passedOn(incoming), content, gone.signal);
    keep(answer.statusCode);
    outgoing.writeHead(answer.statusCode, withoutHops(answer.headers));
    outgoing.flushHeaders();
    await pipeline(answer.body, outgoing);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const service: NodeService = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    refuses: () => false,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return service;
}

const unavailable = {
  kind: 'Status',
  apiVersion: 'v1',
  status: 'Failure',
  reason: 'ServiceUnavailable',
  message: 'this service fails for a while',
  code: 503,
};

/** And whom the agent says it is: the real service is asked by the caller. */
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
