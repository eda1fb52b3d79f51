// A request to a node's agent to upgrade its connection to another protocol. Each uses a new connection.

import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';

export interface UpgradeRequest {
  /** `https://host:port`. */
  readonly origin: string;
  /** With its query, encoded. */
  readonly path: string;
  readonly method: string;
  /** With `upgrade`. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Ends the request while it waits. */
  readonly signal: AbortSignal;
}

/** What came back. */
export type UpgradeResponse =
  | {
      readonly outcome: 'switched';
      /** As it came: names and order of headers are part of some protocols' handshakes. */
      readonly headers: readonly (readonly [name: string, value: string])[];
      /** What the peer sent behind the head is still to be read. */
      readonly connection: Duplex;
    }
  | {
      readonly outcome: 'refused';
      readonly status: number;
      readonly contentType: string;
      /** Its beginning. */
      readonly body: Buffer;
    };

/** Bytes of a refusal that are shown. */
const longestRefusal = 50_000;
/** Milliseconds that a peer has for the rest of a refusal. */
const refusalTime = 10_000;

/** `tls`: of the connection. Rejects with the reason of a connection that fails, or with that of the signal. */
export function requestUpgrade(
  { origin, path, method, headers, signal }: UpgradeRequest,
  tls: ConnectionOptions,
): Promise<UpgradeResponse> {
  return new Promise((resolve, reject) => {
    const url = new URL(path, origin);
    const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
    const request = send(url, {
      ...tls,
      method,
      agent: false,
      signal,
      headers: { ...headers, connection: 'Upgrade' },
    });
    request.once('error', reject);
    request.once('response', (response) => {
      beginningOf(response).then((body) => {
        request.destroy();
        const { statusCode = 502, headers: said } = response;
        resolve({ outcome: 'refused', status: statusCode, contentType: said['content-type'] ?? '', body });
      }, reject);
    });
    request.once('upgrade', (response, socket, head) => {
      if (response.statusCode !== 101) {
        socket.destroy();
        reject(new Error(`invalid upgrade response: status code ${response.statusCode}`));
        return;
      }
      socket.setKeepAlive(true, 30_000);
      socket.setNoDelay(true);
      if (head.length > 0) socket.unshift(head);
      resolve({ outcome: 'switched', headers: pairs(response.rawHeaders), connection: socket });
    });
    request.end();
  });
}

function pairs(raw: readonly string[]): [string, string][] {
  const headers: [string, string][] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) headers.push([raw[at] ?? '', raw[at + 1] ?? '']);
  return headers;
}

async function beginningOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  const over = setTimeout(() => response.destroy(), refusalTime);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= longestRefusal) break;
    }
  } catch {
    // What came is shown.
  } finally {
    clearTimeout(over);
  }
  return Buffer.concat(chunks).subarray(0, longestRefusal);
}
