// Joins the connection of a client with that of the server that has changed to the protocol the client asked for.

import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RequestContext } from '../http/contract/stage.ts';

/** Hands the answer's head to the client, and bytes both ways until one side ends. Resolves then. */
export function joinTunnel(
  context: RequestContext,
  response: IncomingMessage,
  remote: { readonly socket: Duplex; readonly head: Buffer },
): Promise<void> {
  const client = context.exchange.tunnel?.();
  if (client === undefined) {
    remote.socket.destroy();
    throw new TypeError('the other server changed the protocol of a request that did not ask for it');
  }
  context.answerStatus = 101;
  client.socket.write(headOf(response));
  if (remote.head.length > 0) client.socket.write(remote.head);
  if (client.head.length > 0) remote.socket.write(client.head);
  return new Promise((resolve) => {
    const end = (): void => {
      context.signal.removeEventListener('abort', end);
      client.socket.destroy();
      remote.socket.destroy();
      resolve();
    };
    for (const socket of [client.socket, remote.socket]) {
      socket.once('close', end);
      socket.on('error', end);
    }
    context.signal.addEventListener('abort', end, { once: true });
    client.socket.pipe(remote.socket);
    remote.socket.pipe(client.socket);
    if (context.signal.aborted) end();
  });
}

/** As it came: names and order of headers are part of some protocols' handshakes. */
function headOf({ rawHeaders, statusMessage = '' }: IncomingMessage): string {
  let head = `HTTP/1.1 101 ${statusMessage === '' ? 'Switching Protocols' : statusMessage}\r\n`;
  for (let at = 0; at < rawHeaders.length; at += 2) head += `${rawHeaders[at]}: ${rawHeaders[at + 1]}\r\n`;
  return `${head}\r\n`;
}
