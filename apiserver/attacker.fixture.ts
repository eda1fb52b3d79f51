// A client that means harm, with the administrator's credentials: over real sockets, on both versions of HTTP.

import { readFile } from 'node:fs/promises';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect as connectTls } from 'node:tls';
import { load } from 'js-yaml';
import type { ServerProcess } from '../fixtures/server-process.ts';

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

interface Asked {
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

interface ConnectionFile {
  readonly clusters: readonly [{ readonly cluster: Readonly<Record<string, string>> }];
  readonly users: readonly [{ readonly user: Readonly<Record<string, string>> }];
}

/** Milliseconds that a connection may stay open. */
const rawPatience = 120_000;

/** The connections to the service under test. */
export class Attacker {
  readonly #server: ServerProcess;
  readonly #tls: { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer };
  #session: ClientHttp2Session | undefined;

  constructor(server: ServerProcess, { clusters: [{ cluster }], users: [{ user }] }: ConnectionFile) {
    const decoded = (text = '') => Buffer.from(text, 'base64');
    this.#server = server;
    this.#tls = {
      ca: decoded(cluster['certificate-authority-data']),
      cert: decoded(user['client-certificate-data']),
      key: decoded(user['client-key-data']),
    };
  }

  session(): ClientHttp2Session {
    const session = connectHttp2(`https://127.0.0.1:${this.#server.port}`, this.#tls);
    session.on('error', () => {});
    return session;
  }

  /** One request over HTTP/2. */
  ask(method: string, path: string, { body, headers = {} }: Asked = {}): Promise<Answered> {
    if (this.#session === undefined || this.#session.closed || this.#session.destroyed) this.#session = this.session();
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const stream = this.#session.request(
      { ':method': method, ':path': path, ...type, ...headers },
      { endStream: body === undefined },
    );
    return new Promise((resolve, reject) => {
      let status = 0;
      let text = '';
      stream.setEncoding('utf8');
      stream.on('response', (head) => {
        status = head[':status'] ?? 0;
      });
      stream.on('data', (chunk: string) => {
        text += chunk;
      });
      stream.on('error', reject);
      stream.on('end', () => resolve({ status, text, body: objectOf(text) }));
      if (body !== undefined) stream.end(body);
    });
  }

  /** Bytes over TLS for HTTP/1.1; what came back until the service closed, or until it matches `last`. */
  raw(bytes: string | Buffer, last?: RegExp): Promise<string> {
    const host = { host: '127.0.0.1', port: this.#server.port, ALPNProtocols: ['http/1.1'] };
    const socket = connectTls({ ...host, ...this.#tls }, () => socket.write(bytes));
    return new Promise((resolve) => {
      let received = '';
      const timer = setTimeout(() => socket.destroy(), rawPatience);
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString('latin1');
        if (last?.test(received) === true) socket.destroy();
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        clearTimeout(timer);
        resolve(received);
      });
    });
  }

  /** Value of a metric whose line begins so; 0 when there is none. */
  async metric(start: string): Promise<number> {
    const { text } = await this.ask('GET', '/metrics');
    const line = text.split('\n').find((one) => one.startsWith(start));
    return Number(line?.split(' ').at(-1) ?? 0);
  }

  end(): void {
    this.#session?.destroy();
  }
}

/** Reads how to reach the server from its connection file. */
export async function attackerOf(server: ServerProcess): Promise<Attacker> {
  return new Attacker(server, load(await readFile(server.kubeconfig, 'utf8')) as ConnectionFile);
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
