// Asks a running server as its administrator, one HTTP/1.1 request at a time: for tests of what clients see.

import type { IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { load } from 'js-yaml';
import type { ApiServer } from './options.ts';

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
}

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answered>;

interface ConnectionFile {
  readonly users: readonly [{ readonly user: Readonly<Record<string, string>> }];
}

/** A body is sent as JSON. Resolves when the answer ended; rejects when it broke off. */
export function administratorOf(server: Pick<ApiServer, 'url' | 'kubeconfig' | 'caCertificate'>): Ask {
  const [{ user }] = (load(server.kubeconfig) as ConnectionFile).users;
  const decoded = (name: string) => Buffer.from(user[name] ?? '', 'base64');
  const tls = {
    ca: server.caCertificate,
    cert: decoded('client-certificate-data'),
    key: decoded('client-key-data'),
  };
  return (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const options = { method, headers: { ...type, ...headers }, agent: false, ...tls };
      const request = httpsRequest(new URL(path, server.url), options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const whole = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: whole, text: String(whole) });
        });
      });
      request.on('error', reject);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
}
