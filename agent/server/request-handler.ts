// Handles a request of the node's API: authentication, authorization, endpoint. The only place that converts outcomes and
// errors to status codes.

import { type IncomingMessage, type RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '../../shared/process/time/clock.ts';
import type { Log } from '../../shared/process/log/log.ts';
import { sparseWarnings } from '../../shared/process/log/sparse-warnings.ts';
import { type Response, methodNotAllowed, pageNotFound, redirect, text, type Tunnel } from './contract/response.ts';
import type { Authenticate, Authorize, Caller, Credentials } from './contract/caller.ts';
import type { RequestMeasure } from './request-measure.ts';
import { type Endpoint, type EndpointRequest, matcher, type Match, type Route } from './contract/route.ts';
import { type Target, targetOf } from './target.ts';

export interface RequestHandlerOptions {
  readonly routes: readonly Route[];
  readonly authenticate: Authenticate;
  readonly authorize: Authorize;
  readonly measure: RequestMeasure;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborts what is under way when the agent stops. */
  readonly signal: AbortSignal;
}

const verbs: ReadonlyMap<string, string> = new Map([
  ['GET', 'get'],
  ['POST', 'create'],
  ['PUT', 'update'],
  ['PATCH', 'patch'],
  ['DELETE', 'delete'],
]);

/** Handles a request. */
interface Parts extends RequestHandlerOptions {
  /** Rate-limited warnings, for faults that any client of the port can cause. */
  readonly warn: Log['warn'];
}

export interface NodeRequestHandler {
  readonly request: RequestListener;
  /** For requests that ask for another protocol on their connection. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

export function requestHandler(options: RequestHandlerOptions): NodeRequestHandler {
  const parts: Parts = { ...options, warn: sparseWarnings(options.log, options.clock) };
  const match = matcher(options.routes);
  // One listener for all requests: `AbortSignal.any` for each request would leak memory on this signal, and agents run
  // for years.
  const underWay = new Set<AbortController>();
  const stop = (): void => {
    for (const one of underWay) one.abort(options.signal.reason);
  };
  options.signal.addEventListener('abort', stop, { once: true });
  const request = (request: IncomingMessage, response: ServerResponse, upgrade?: Upgrade): void => {
    const method = request.method ?? 'GET';
    const target = targetOf(request.url ?? '/');
    const found = match(method, target.path);
    const over = options.measure(method, found);
    const ending = new AbortController();
    underWay.add(ending);
    if (options.signal.aborted) stop();
    response.once('close', () => {
      underWay.delete(ending);
      ending.abort();
      over();
    });
    // No endpoint reads a body; it is discarded, so that the connection stays usable.
    request.resume();
    void serve(
      request,
      response,
      { method, found, target, ...(upgrade === undefined ? {} : { upgrade }) },
      parts,
      ending.signal,
    );
  };
  return {
    request: (incoming, response) => request(incoming, response),
    upgrade: (incoming, socket, head) => {
      socket.on('error', () => socket.destroy());
      const response = new ServerResponse(incoming);
      response.shouldKeepAlive = false;
      response.assignSocket(socket as Socket);
      response.once('finish', () => socket.end());
      request(incoming, response, { socket, head });
    },
  };
}

/** The connection of a request that asks for another protocol on it. */
interface Upgrade {
  readonly socket: Duplex;
  /** What the client sent after the request. */
  readonly head: Buffer;
}

/** The same without authentication: for the plain health endpoint, which every process on the host may read. */
export function openHandler(
  endpoints: readonly { readonly pattern: string; readonly endpoint: Endpoint }[],
): RequestListener {
  const routes = endpoints.map((one): Route => ({ ...one, methods: 'any', subresources: [] }));
  const match = matcher(routes);
  return (request, response) => {
    request.resume();
    const target = targetOf(request.url ?? '/');
    const method = request.method ?? 'GET';
    const found = match(method, target.path);
    const answer = async (): Promise<Response> => {
      if (found.outcome !== 'found') return open(found, target) ?? unknownPath;
      const asked = endpointRequest(request, { method, found, target }, found.parameters, new AbortController().signal);
      const made = await found.route.endpoint(asked);
      return isTunnel(made) ? unknownPath : made;
    };
    void answer()
      .then((made) => send(request, response, made))
      .catch(() => response.destroy());
  };
}

/** What was asked for. */
interface Asked {
  readonly method: string;
  readonly found: Match;
  readonly target: Target;
  readonly upgrade?: Upgrade;
}

const unknownPath = text(404, '404 page not found\n');

/** The response to every caller; undefined: it depends on the caller. */
function open(found: Match, { search }: Target): Response | undefined {
  if (found.outcome === 'unknown') return unknownPath;
  if (found.outcome === 'undecodable') return text(400, '400 Bad Request');
  return found.outcome === 'elsewhere' ? redirect(`${found.path}${search}`) : undefined;
}

function endpointRequest(
  { headers }: IncomingMessage,
  { method, target, upgrade }: Asked,
  parameters: ReadonlyMap<string, string>,
  signal: AbortSignal,
): EndpointRequest {
  const path = decodeURIComponent(target.path);
  return { method, path, parameters, query: target.query, headers, upgrades: upgrade !== undefined, signal };
}

/** Never rejects. */
async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  asked: Asked,
  parts: Parts,
  signal: AbortSignal,
): Promise<void> {
  try {
    const made = await respond(request, asked, parts, signal);
    if (!isTunnel(made)) await send(request, response, made);
    else if (asked.upgrade !== undefined) await join(made, response, asked.upgrade);
    else made.socket.destroy();
  } catch (error) {
    if (!signal.aborted) parts.log.error('an endpoint failed', { path: request.url, error });
    if (signal.aborted || response.headersSent) response.destroy();
    else await send(request, response, text(500, 'internal server error\n')).catch(() => response.destroy());
  }
}

/** Most listeners for one event of a connection that is joined to another. */
const joinedListeners = 20;

function isTunnel(made: Response | Tunnel): made is Tunnel {
  return 'socket' in made;
}

/** Resolves when either end has closed; the other one is closed then. */
async function join(
  { headers, socket: other, head }: Tunnel,
  response: ServerResponse,
  upgrade: Upgrade,
): Promise<void> {
  const { socket } = upgrade;
  response.detachSocket(socket as Socket);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'));
  if (head.length > 0) socket.write(head);
  if (upgrade.head.length > 0) other.write(upgrade.head);
  // The parser, TLS and both directions listen to it: more than ten together, and always as many.
  socket.setMaxListeners(joinedListeners);
  // A broken connection is no defect.
  await Promise.allSettled([pipeline(socket, other), pipeline(other, socket)]);
  socket.destroy();
  other.destroy();
  response.emit('close');
}

async function respond(
  request: IncomingMessage,
  asked: Asked,
  parts: Parts,
  signal: AbortSignal,
): Promise<Response | Tunnel> {
  const { method, found, target } = asked;
  const told = open(found, target);
  if (told !== undefined || !('route' in found)) return told ?? unknownPath;
  const caller = await identify(request, parts, signal);
  if (caller === undefined) return text(401, 'Unauthorized');
  const refusal = await refuse(caller, verbs.get(method) ?? '', found.route.subresources, parts, signal);
  if (refusal !== undefined) return refusal;
  if (found.outcome === 'missing') return pageNotFound;
  if (found.outcome === 'wrong-method') return methodNotAllowed(found.methods);
  return found.route.endpoint(endpointRequest(request, asked, found.parameters, signal));
}

async function identify(
  request: IncomingMessage,
  { authenticate, warn }: Parts,
  signal: AbortSignal,
): Promise<Caller | undefined> {
  try {
    return await authenticate(credentialsOf(request), signal);
  } catch (error) {
    warn('a caller could not be authenticated', { error: String(error) });
    return undefined;
  }
}

async function refuse(
  caller: Caller,
  verb: string,
  subresources: readonly string[],
  { authorize, warn }: Parts,
  signal: AbortSignal,
): Promise<Response | undefined> {
  for (const subresource of subresources) {
    try {
      if (await authorize({ caller, verb, subresource }, signal)) return undefined;
    } catch (error) {
      warn('an access could not be decided', { caller: caller.name, verb, subresource, error: String(error) });
      const subject = `user=${caller.name}, verb=${verb}, resource=nodes, subresource=${subresource}`;
      return text(500, `Authorization error (${subject})\n`);
    }
  }
  const list = subresources.join(' ');
  return text(403, `Forbidden (user=${caller.name}, verb=${verb}, resource=nodes, subresource(s)=[${list}])\n`);
}

function credentialsOf(request: IncomingMessage): Credentials {
  const socket = request.socket as TLSSocket;
  const subject = socket.getPeerCertificate?.()?.subject;
  // The common name identifies the caller: a certificate without exactly one counts as untrusted.
  const name = typeof subject?.CN === 'string' && socket.authorized ? subject.CN : '';
  const token = /^bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  return {
    certificate: name === '' ? undefined : { commonName: name, organizations: listOf(subject?.O) },
    badCertificate: subject !== undefined && name === '',
    token,
  };
}

/** A subject with several organizations has a list here, whatever the declared type says. */
function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

/** Rejects when a streamed body fails: the client then sees a truncated response. */
async function send(request: IncomingMessage, response: ServerResponse, answer: Response): Promise<void> {
  const { status, contentType, body, headers } = answer;
  const paged = typeof body !== 'string' && !Buffer.isBuffer(body);
  response.writeHead(status, {
    'content-type': contentType,
    ...(paged ? {} : { 'content-length': Buffer.byteLength(body) }),
    'x-content-type-options': 'nosniff',
    ...headers,
  });
  if (request.method === 'HEAD') {
    if (paged) await body.return(undefined);
    response.end();
  } else if (paged) {
    // Sends the headers at once, before the first chunk.
    response.flushHeaders();
    await pipeline(body, response);
  } else {
    response.end(body);
  }
}
