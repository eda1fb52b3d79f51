// The part of gRPC that cases need: unary calls over HTTP/2 on a unix socket, and a server that plays a peer.

import { connect as connectSocket } from 'node:net';
import {
  connect,
  constants,
  createServer,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { systemClock } from '../time/clock.ts';
import { abortingLimit } from '../time/own-time.ts';

/** The result of a call. */
export interface CallEnd {
  /** The gRPC status code; 0 is success. */
  readonly code: number;
  /** The gRPC message; empty if absent. */
  readonly words: string;
}

/** Time limit of a call in milliseconds. */
const patience = 20_000;
const contentType = 'application/grpc';
/** Length of the prefix of a message: compression flag and message length. */
const headLength = 5;
/** gRPC status codes. */
const unknownFault = 2;
const unimplemented = 12;
const unavailable = 14;

/**
 * Sends one message and waits for the status. Rejects if there is none: no process listens, or the response is not
 * gRPC.
 */
export function callOnce(socket: string, path: string, message: Uint8Array, signal: AbortSignal): Promise<CallEnd> {
  return new Promise((resolve, reject) => {
    const limit = abortingLimit(systemClock, patience, `the call of ${path} did not end within ${patience} ms`);
    const session = connect('http://localhost', { createConnection: () => connectSocket(socket) });
    const call = session.request(
      { ':method': 'POST', ':path': path, 'content-type': contentType, te: 'trailers' },
      { signal: AbortSignal.any([signal, limit.signal]) },
    );
    const end = (settle: () => void): void => {
      limit.lift();
      session.destroy();
      settle();
    };
    const take = (headers: Readonly<Record<string, unknown>>): void => {
      const code = headers['grpc-status'];
      if (code === undefined) return;
      const words = headers['grpc-message'];
      end(() => resolve({ code: Number(code), words: typeof words === 'string' ? plainWords(words) : '' }));
    };
    session.on('error', (error) => end(() => reject(error)));
    call.on('error', (error) => end(() => reject(error)));
    // A response without a message has its status in the headers.
    call.on('response', take);
    call.on('trailers', take);
    call.on('close', () => end(() => reject(new Error(`the call of ${path} ended without a status`))));
    call.resume();
    call.end(framed(message));
  });
}

/** Decodes a percent-encoded header. */
function plainWords(words: string): string {
  try {
    return decodeURIComponent(words);
  } catch {
    return words;
  }
}

/** Thrown by the function of a served call that its peer does not implement. */
export class Unimplemented extends Error {}

/** Thrown by the function of a served call while its peer is not there. */
export class Unavailable extends Error {}

/** The response to calls of one path. */
export interface ServedCall {
  /**
   * The response message, or a function of the request message. If it rejects, the call fails with that error's
   * message.
   */
  readonly answer: Uint8Array | ((request: Uint8Array) => Promise<Uint8Array>);
  /** Whether the stream stays open after the message. */
  readonly goesOn?: boolean;
}

export interface GrpcStandIn {
  /** The paths of all calls so far. */
  readonly called: readonly string[];
  close(): Promise<void>;
}

/** Resolves when the server listens on a new socket. Calls of other paths get `others`; default: unimplemented. */
export async function serveGrpc(
  socket: string,
  calls: Readonly<Record<string, ServedCall>>,
  others?: ServedCall,
): Promise<GrpcStandIn> {
  const called: string[] = [];
  const sessions = new Set<ServerHttp2Session>();
  const server: Http2Server = createServer();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {});
    session.on('close', () => sessions.delete(session));
  });
  server.on('stream', (stream, headers) => {
    const path = String(headers[constants.HTTP2_HEADER_PATH]);
    called.push(path);
    void serve(stream, Object.hasOwn(calls, path) ? calls[path] : others);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  return {
    called,
    close: async () => {
      for (const session of sessions) session.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(stream: ServerHttp2Stream, call: ServedCall | undefined): Promise<void> {
  stream.on('error', () => {});
  const headers = { ':status': 200, 'content-type': contentType };
  const refuse = (code: number, words: string): void => {
    const trailers = { 'grpc-status': String(code), 'grpc-message': encodeURIComponent(words) };
    if (!stream.destroyed) stream.respond({ ...headers, ...trailers }, { endStream: true });
  };
  const parts: Buffer[] = [];
  try {
    for await (const part of stream) parts.push(part as Buffer);
    if (call === undefined) return refuse(unimplemented, 'unknown method');
    const { answer } = call;
    const message = typeof answer === 'function' ? await answer(Buffer.concat(parts).subarray(headLength)) : answer;
    if (stream.destroyed) return;
    stream.respond(headers, { waitForTrailers: call.goesOn !== true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    if (call.goesOn === true) stream.write(framed(message));
    else stream.end(framed(message));
  } catch (error) {
    const [, code = unknownFault] =
      ([[Unimplemented, unimplemented] as const, [Unavailable, unavailable] as const] as const).find(
        ([kind]) => error instanceof kind,
      ) ?? [];
    refuse(code, error instanceof Error ? error.message : String(error));
  }
}

/** Adds the prefix: not compressed, and the length. */
function framed(message: Uint8Array): Buffer {
  const head = Buffer.alloc(headLength);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}
