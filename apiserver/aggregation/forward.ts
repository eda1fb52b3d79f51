// The stage that forwards requests for aggregated API versions to the server that serves them, and streams the response back.
// The request was authenticated, authorized and counted here like any other. Headers name its user to the other server.

import type { IncomingMessage } from 'node:http';
import type { UserInfo } from '../authentication/contract/authenticator.ts';
import { badRequest, requestTooLarge } from '../../shared/object/errors.ts';
import { BodyAbortedError, BodyTooLargeError, type Exchange } from '../http/contract/exchange.ts';
import type { RequestContext, Stage } from '../http/contract/stage.ts';
import { writeResponse } from '../http/response/response-writer.ts';
import type { Response } from '../registry/contract/resource-handler.ts';
import { identityHeaders, isIdentityHeader, type OutgoingHeaders } from './identity-headers.ts';
import { type RemoteAnswer, type RemoteConnection, UnreachableError } from './remote-connection.ts';
import type { RemoteVersion, RemoteVersions } from './remote-versions.ts';
import { joinConnections } from '../connect/stream/join-connections.ts';

export interface ForwardOptions {
  readonly remotes: RemoteVersions;
  readonly connection: RemoteConnection;
}

/** Largest body that is forwarded, in bytes. */
const mostBody = 32 * 2 ** 20;

export function forwarding(options: ForwardOptions): Stage {
  return (next) => (context) => {
    const remote = remoteOf(options.remotes, context);
    return remote === undefined ? next(context) : forward(options.connection, remote, context);
  };
}

/** Of the path: what stands below it is the other server's. */
function remoteOf(remotes: RemoteVersions, { info }: RequestContext): RemoteVersion | undefined {
  if (info.kind === 'resource') return remotes.find(info.group, info.version);
  if (!info.path.startsWith('/api')) return undefined;
  const [, root, group = '', version] = info.path.split('/');
  if (root === 'api') return group === '' ? undefined : remotes.find('', group);
  return root !== 'apis' || version === undefined || version === '' ? undefined : remotes.find(group, version);
}

async function forward(connection: RemoteConnection, remote: RemoteVersion, context: RequestContext): Promise<void> {
  const { exchange, user } = context;
  if (user === undefined) throw new TypeError('requests are handed on after authentication');
  if (!remote.available) return writeResponse(context, failed(503, 'service unavailable'), false);
  const upgrade = upgradeOf(exchange);
  let answer: RemoteAnswer;
  try {
    const body = upgrade !== undefined || !hasBody(exchange) ? undefined : await bodyOf(exchange);
    answer = await connection.ask(remote, {
      method: exchange.method,
      path: exchange.url,
      headers: {
        ...headersFor(exchange, user, upgrade, body),
        ...forwardedHeaders(connection, remote, context),
      },
      signal: context.signal,
      ...(body === undefined ? {} : { body }),
    });
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error;
    return writeResponse(context, failed(503, error.message), false);
  }
  const { response, tunnel } = answer;
  if (tunnel !== undefined) return writeResponse(context, connectionOf(response, tunnel), false);
  const status = response.statusCode ?? 502;
  if (status >= 300 && status <= 399 && response.headers.location !== undefined) {
    response.destroy();
    return writeResponse(
      context,
      failed(502, 'the backend attempted to redirect this request, which is not permitted'),
      false,
    );
  }
  if (upgrade !== undefined) return writeResponse(context, await wholeOf(response, status), false);
  return writeResponse(context, streamOf(response, status, context.signal), false);
}

/** Milliseconds without a byte after which a connection of another protocol ends. */
const idleLimit = 4 * 60 * 60_000;

/** The head goes to the client as it came: names and order of headers are part of some protocols' handshakes. */
function connectionOf(
  { rawHeaders }: IncomingMessage,
  { socket, head }: NonNullable<RemoteAnswer['tunnel']>,
): Response {
  const handshake: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    handshake.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  if (head.length > 0) socket.unshift(head);
  return {
    kind: 'connection',
    status: 101,
    handshake,
    run: (client) => joinConnections(client, socket, idleLimit),
    close: () => socket.destroy(),
  };
}

/** Most bytes of an answer in place of another protocol. */
const mostRefusal = 2 ** 20;

/** The answer to a request for another protocol that the other server did not change to: no protocol is changed here either. */
async function wholeOf(response: IncomingMessage, status: number): Promise<Response> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostRefusal) return failed(502, 'the backend answered a request for another protocol at length');
    chunks.push(chunk);
  }
  const { contentType, headers } = headOf(response);
  return { kind: 'body', status, contentType, headers, parts: chunks, length };
}

/** Throws 413, and 400 when the client stops in the middle. */
async function bodyOf(exchange: Exchange): Promise<Buffer> {
  try {
    return await exchange.readBody(mostBody);
  } catch (error) {
    if (error instanceof BodyTooLargeError) throw requestTooLarge(mostBody);
    throw error instanceof BodyAbortedError ? badRequest(error.message) : error;
  }
}

function failed(status: number, message: string): Response {
  const body = Buffer.from(`${message}\n`);
  return {
    kind: 'body',
    status,
    contentType: 'text/plain; charset=utf-8',
    parts: [body],
    length: body.length,
    headers: { 'x-content-type-options': 'nosniff' },
  };
}

/** The protocol that the client asks to change to. */
function upgradeOf(exchange: Exchange): string | undefined {
  const { upgrade } = exchange.headers;
  return exchange.tunnel === undefined || typeof upgrade !== 'string' ? undefined : upgrade;
}

function hasBody({ method, headers }: Exchange): boolean {
  return headers['content-length'] !== undefined
    ? headers['content-length'] !== '0'
    : headers['transfer-encoding'] !== undefined || !['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method);
}

/** Where the request came from, for the other server, and its audit id, so that both audit logs have the same one. */
function forwardedHeaders(
  connection: RemoteConnection,
  remote: RemoteVersion,
  context: RequestContext,
): OutgoingHeaders {
  const { auditId, info } = context;
  const headers: OutgoingHeaders = {
    'x-forwarded-host': connection.hostOf(remote),
    'x-forwarded-proto': 'https',
    'x-forwarded-uri': encodeURI(info.path),
  };
  if (auditId !== '') headers['audit-id'] = auditId;
  return headers;
}

/** Headers of a single connection, which are not forwarded (RFC 9110, section 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'proxy-connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

function headersFor(
  { headers, remoteAddress }: Exchange,
  user: UserInfo,
  upgrade: string | undefined,
  body: Buffer | undefined,
): OutgoingHeaders {
  const named = new Set(
    String(headers['connection'] ?? '')
      .toLowerCase()
      .split(/\s*,\s*/),
  );
  const outgoing: OutgoingHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    const drop = name.startsWith(':') || hopByHop.has(name) || named.has(name) || isIdentityHeader(name);
    if (value === undefined || drop || name === 'host' || name === 'content-length') continue;
    outgoing[name] = value;
  }
  const before = headers['x-forwarded-for'];
  if (remoteAddress !== '') {
    outgoing['x-forwarded-for'] = [...(before === undefined ? [] : [before].flat()), remoteAddress].join(', ');
  }
  if (body !== undefined) outgoing['content-length'] = String(body.length);
  if (upgrade !== undefined) Object.assign(outgoing, { connection: 'Upgrade', upgrade });
  return { ...outgoing, ...identityHeaders(user) };
}

/** What the answer says of itself. Its length is not said: it may break off. */
function headOf(response: IncomingMessage): { readonly contentType: string; readonly headers: Record<string, string> } {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value === undefined || hopByHop.has(name)) continue;
    if (name === 'content-type' || name === 'audit-id' || name === 'content-length') continue;
    headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return { contentType: response.headers['content-type'] ?? '', headers };
}

function streamOf(response: IncomingMessage, status: number, signal: AbortSignal): Response {
  return {
    kind: 'stream',
    status,
    ...headOf(response),
    async run(sink) {
      try {
        for await (const chunk of response as AsyncIterable<Buffer>) {
          if (!sink.write(chunk)) await sink.drained();
        }
      } catch (error) {
        // What ended the request here ended the answer too: a watch ends cleanly.
        if (!signal.aborted) throw error;
      }
    },
    close: () => response.destroy(),
  };
}
