// A server for tests of clients: HTTPS on an ephemeral port, which plays one prepared answer per request and keeps what
// it was asked.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';

import { createAuthority, issueCertificate } from '../certificates/authority.ts';
import type { KeyPair } from '../certificates/authority.ts';
import { systemClock } from '../process/system-clock.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Common name of the client's certificate. */
  readonly client: string | undefined;
  /** The client's port: equal for requests on one connection. */
  readonly port: number | undefined;
}

/** Plays one answer. */
export type Answer = (response: ServerResponse, asked: Asked) => void;

export interface ScriptedServer {
  readonly url: string;
  readonly port: number;
  readonly authority: KeyPair;
  readonly asked: readonly Asked[];
  /** Answers to come, first to last; a request without one gets 500. */
  script(...answers: readonly Answer[]): void;
  close(): Promise<void>;
}

/** Answers with a status and JSON. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Begins a watch with these events; it stays open, or ends (`end`), or breaks (`break`). */
export function events(list: readonly unknown[], then: 'open' | 'end' | 'break' = 'open'): Answer {
  return (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(list.map((event) => `${JSON.stringify(event)}\n`).join(''), () => {
      if (then === 'end') response.end();
      if (then === 'break') response.socket?.destroy();
    });
    response.flushHeaders();
  };
}

export async function startScriptedServer(): Promise<ScriptedServer> {
  const authority = createAuthority({ commonName: 'test-authority', clock: systemClock });
  const pair = issueCertificate(authority, {
    commonName: 'server',
    dnsNames: ['localhost', 'inner.example'],
    ipAddresses: ['127.0.0.1'],
    usages: ['server'],
    clock: systemClock,
  });
  const asked: Asked[] = [];
  const answers: Answer[] = [];
  const server = createServer(
    {
      cert: pair.certificatePem,
      key: pair.keyPem,
      ca: authority.certificatePem,
      requestCert: true,
      rejectUnauthorized: false,
    },
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const certificate = (request.socket as TLSSocket).getPeerCertificate();
        const entry: Asked = {
          method: request.method ?? '',
          path: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks).toString('utf8'),
          client: certificate?.subject?.CN as string | undefined,
          port: request.socket.remotePort,
        };
        asked.push(entry);
        const answer = answers.shift() ?? json(500, { message: 'nothing scripted' });
        answer(response, entry);
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    authority,
    asked,
    script: (...more) => void answers.push(...more),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
