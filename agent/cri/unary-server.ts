// gRPC calls served on a unix socket, with messages as bytes: the other side of `unary-channel.ts`.

import { chmod } from 'node:fs/promises';
import {
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerOptions,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';

/** Answers the bytes of one call. */
export type UnaryHandler = (request: Buffer) => Promise<Buffer>;

/** Sends messages until the caller or the server ends the stream; a rejection ends it with an error. */
export type StreamHandler = (request: Buffer, send: (message: Buffer) => void, ended: AbortSignal) => Promise<void>;

export interface UnaryServerOptions {
  /** A path that does not exist yet. Only its owner gets access, because access gives control over the server. */
  readonly socket: string;
  readonly limits: ServerOptions;
  /** By path; calls of others are answered as unimplemented. */
  readonly calls: ReadonlyMap<string, UnaryHandler>;
  /** By path; calls that are answered with any number of messages. Default: none. */
  readonly streams?: ReadonlyMap<string, StreamHandler>;
  /** The error to the caller for a rejection: a gRPC code and a text. */
  readonly statusOf: (error: unknown) => { readonly code: number; readonly details: string };
}

/** Resolves when it listens, with the function that ends it at once. Rejects when it cannot. */
export async function serveUnary({
  socket,
  limits,
  calls,
  streams,
  statusOf,
}: UnaryServerOptions): Promise<() => void> {
  const server = new Server(limits);
  for (const [path, answer] of calls) {
    const respond = async (bytes: Buffer, done: sendUnaryData<Buffer>): Promise<void> => {
      let response: Buffer;
      try {
        response = await answer(bytes);
      } catch (error) {
        done(statusOf(error));
        return;
      }
      done(null, response);
    };
    const handler = ({ request }: ServerUnaryCall<Buffer, Buffer>, done: sendUnaryData<Buffer>): void => {
      void respond(request, done);
    };
    server.addService({ [path]: definitionOf(path) }, { [path]: handler });
  }
  for (const [path, answer] of streams ?? []) {
    const handler = (stream: ServerWritableStream<Buffer, Buffer>): void => {
      const ended = new AbortController();
      stream.on('cancelled', () => ended.abort());
      const send = (message: Buffer): void => void stream.write(message);
      const answered = async (): Promise<void> => answer(stream.request, send, ended.signal);
      answered().then(
        () => stream.end(),
        (error: unknown) => stream.destroy(Object.assign(new Error('refused'), statusOf(error))),
      );
    };
    server.addService({ [path]: { ...definitionOf(path), responseStream: true as const } }, { [path]: handler });
  }
  await new Promise<void>((resolve, reject) => {
    const done = (error: Error | null): void => (error === null ? resolve() : reject(error));
    server.bindAsync(`unix:${socket}`, ServerCredentials.createInsecure(), done);
  });
  try {
    await chmod(socket, 0o600);
  } catch (error) {
    server.forceShutdown();
    throw error;
  }
  return () => server.forceShutdown();
}

function definitionOf(path: string) {
  const asIs = (bytes: Buffer): Buffer => bytes;
  return {
    path,
    requestStream: false as const,
    responseStream: false as const,
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
}
