// A proxy in front of a good target that applies one fault. It listens on plain HTTP on this host only. It replaces a
// token made for the proxy by the credentials of the configuration, and forwards everything else in a request
// unchanged.

import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Connection } from '../../wire/exchange/connection.ts';
import { hopByHop } from '../../wire/exchange/hop-by-hop.ts';
import type { Kubeconfig } from '../../target/kubeconfig.ts';
import type { Proxy } from '../contract/proxy.ts';
import { startTunnel } from './tunnel.ts';
import type { Fault, PassingResponse, PassingEvent, PassingRequest } from '../contract/mutant.ts';

/** Starts a proxy on a free port. */
export async function startProxy(target: Kubeconfig, fault: Fault): Promise<Proxy> {
  if (fault.bytes !== undefined) return startTunnel(target, fault.bytes);
  const { server, ca, insecure, certificate, key, token } = target;
  const endpoint = { server, insecure, ...(ca === undefined ? {} : { ca }) };
  const identity = { ...(certificate === undefined ? {} : { certificate }), ...(key === undefined ? {} : { key }) };
  const admin = new Connection(endpoint, identity);
  const bare = new Connection(endpoint);
  const secret = randomBytes(24).toString('base64url');
  const listener = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch((error: Error) => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end(error.message);
    });
  });

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const received = await receive(incoming);
    const isAdmin = sameText(String(received.headers['authorization'] ?? ''), `Bearer ${secret}`);
    const request = fault.request?.(received) ?? received;
    const { authorization: _proxyToken, ...others } = request.headers;
    const own = token === undefined ? others : { ...others, authorization: `Bearer ${token}` };
    const over = new AbortController();
    outgoing.on('close', () => over.abort(new Error('the client has gone')));
    const query = request.query.toString();
    const answer = await (isAdmin ? admin : bare).open(
      request.method,
      query === '' ? request.path : `${request.path}?${query}`,
      isAdmin ? own : request.headers,
      request.body.length === 0 ? undefined : request.body,
      over.signal,
    );
    const headers = passedOn(answer.headers);
    if (isWatch(request) && answer.statusCode === 200) {
      outgoing.writeHead(200, headers);
      if (fault.holdsHeaders !== true) outgoing.flushHeaders();
      const inJson = /json/.test(String(answer.headers['content-type']));
      await passEvents(answer.body, outgoing, inJson ? fault.events?.() : undefined);
      return;
    }
    const whole: PassingResponse = {
      status: answer.statusCode,
      headers,
      body: new Uint8Array(await answer.body.arrayBuffer()),
    };
    const changed = fault.answer?.(whole, request) ?? whole;
    outgoing.writeHead(changed.status, changed.headers as Record<string, string | string[]>);
    outgoing.end(request.method === 'HEAD' ? undefined : changed.body);
  }

  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    kubeconfig: {
      server: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
      insecure: false,
      token: secret,
    },
    close: async () => {
      listener.closeAllConnections();
      await new Promise<void>((resolve) => listener.close(() => resolve()));
      await Promise.all([admin.close(), bare.close()]);
    },
  };
}

async function receive(incoming: IncomingMessage): Promise<PassingRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const address = incoming.url ?? '/';
  const mark = address.indexOf('?');
  return {
    method: incoming.method ?? 'GET',
    path: mark < 0 ? address : address.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : address.slice(mark + 1)),
    headers: passedOn(distinct(incoming)),
    body: Buffer.concat(chunks),
  };
}

/** Every value of every header: Node merges or drops repeated headers in its plain form. */
function distinct(incoming: IncomingMessage): Record<string, string[]> {
  return Object.fromEntries(Object.entries(incoming.headersDistinct).map(([name, values]) => [name, values ?? []]));
}

function passedOn(
  headers: IncomingHttpHeaders | Record<string, string | string[] | undefined>,
): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !hopByHop.has(name)) kept[name] = value;
  return kept;
}

function isWatch({ method, query }: PassingRequest): boolean {
  return method === 'GET' && query.has('watch') && !['false', '0'].includes(query.get('watch') ?? '');
}

/** `change` undefined forwards events unchanged; no fault changes events that are not JSON. */
async function passEvents(
  body: AsyncIterable<Uint8Array>,
  outgoing: ServerResponse,
  change: ReturnType<NonNullable<Fault['events']>> | undefined,
): Promise<void> {
  if (change === undefined) {
    for await (const chunk of body) outgoing.write(chunk);
    outgoing.end();
    return;
  }
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      for (const event of change(JSON.parse(line) as PassingEvent)) outgoing.write(`${JSON.stringify(event)}\n`);
    }
  }
  outgoing.end(rest);
}

function sameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
