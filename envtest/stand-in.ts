// A stand-in for etcd. It listens on the address that a test environment waits for, and gives the API server the path of its
// data folder. It stores nothing, and refuses all other requests with that reason.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { makeFolder } from '../shared/process/host/folder.ts';
import { formatStandIn, type StandInDocument, standInPath } from '../shared/process/host/etcd-stand-in.ts';

export interface StandInOptions extends StandInDocument {
  /** Of scheme http. */
  readonly addresses: readonly URL[];
  readonly error: (text: string) => void;
}

export interface StandIn {
  /** Where it listens, `http://host:port` each. */
  readonly urls: readonly string[];
  close(): Promise<void>;
}

const storesNothing =
  'this is the stand-in for etcd of `orchkit envtest`: the API server beside it keeps the objects itself; clients of etcd ' +
  'need a real one, named in TEST_ASSET_ETCD';

/** Milliseconds in which a client must have sent its request. */
const requestPatience = 10_000;

/** Makes the data folder and listens. Rejects with the system's error when it cannot; then nothing listens. */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  await makeFolder(options.dataDir, 0o700);
  let told = false;
  const tell = (): void => {
    if (!told) options.error(`etcd: a client was refused: ${storesNothing}\n`);
    told = true;
  };
  const servers: Server[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(closed));
  };
  try {
    const urls: string[] = [];
    for (const address of options.addresses) {
      const server = createServer({ requestTimeout: requestPatience, headersTimeout: requestPatience });
      server.on('request', (request, response) => answer(request, response, options, tell));
      // A client of etcd speaks HTTP/2 from the first byte.
      server.on('clientError', (_error: Error, socket: Socket) => {
        tell();
        socket.destroy();
      });
      servers.push(server);
      urls.push(await listening(server, address));
    }
    return { urls, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function answer(request: IncomingMessage, response: ServerResponse, document: StandInDocument, tell: () => void): void {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname;
  const reply = (status: number, type: string, text: string): void => {
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
    response.end(request.method === 'HEAD' ? undefined : text);
  };
  if (path === '/health') {
    reply(200, 'application/json', JSON.stringify({ health: 'true', reason: storesNothing }));
  } else if (path === '/livez' || path === '/readyz') {
    reply(200, 'text/plain', 'ok\n');
  } else if (path === standInPath) {
    reply(200, 'application/json', formatStandIn(document));
  } else {
    tell();
    reply(501, 'text/plain', `${storesNothing}\n`);
  }
}

function listening(server: Server, { hostname, port }: URL): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port === '' ? 80 : Number(port), host, () => {
      server.off('error', reject);
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://${hostname}:${bound}`);
    });
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
