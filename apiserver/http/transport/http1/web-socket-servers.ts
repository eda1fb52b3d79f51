// The handshakes of WebSocket, by the library: of watches, whose clients have nothing to send, and of streams into containers.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { ServerOptions, WebSocket, WebSocketServer } from 'ws';

export interface WebSocketServers {
  /** Messages from the server; what the client sends is small. */
  readonly events: WebSocketServer;
  /** Accepts with this sub-protocol. Undefined: the handshake was refused, or the client is gone; its connection is closed then. */
  accept(request: IncomingMessage, socket: Socket, head: Buffer, protocol: string | undefined): WebSocket | undefined;
}

/** Bytes of one message: those of a client that only reads, and those of one that sends the input of a command. */
const mostOfEvents = 64 * 1024;
const mostOfStreams = 4 * 1024 * 1024;
/** How every sub-protocol begins that carries a bearer token. */
const tokenProtocol = 'base64url.bearer.';

export async function webSocketServers(): Promise<WebSocketServers> {
  const { WebSocketServer: Server } = await import('ws');
  const settings: ServerOptions = { noServer: true, perMessageDeflate: false, clientTracking: false };
  const protocols = new WeakMap<IncomingMessage, string>();
  const streams = new Server({
    ...settings,
    maxPayload: mostOfStreams,
    handleProtocols: (_, request) => protocols.get(request) ?? false,
  });
  return {
    events: new Server({
      ...settings,
      maxPayload: mostOfEvents,
      // A token that came as a sub-protocol is never sent back.
      handleProtocols: (offered) => [...offered].find((name) => !name.startsWith(tokenProtocol)) ?? false,
    }),
    accept: (request, socket, head, protocol) => {
      if (protocol !== undefined) protocols.set(request, protocol);
      let accepted: WebSocket | undefined;
      streams.handleUpgrade(request, socket, head, (client) => {
        accepted = client;
      });
      return accepted;
    },
  };
}
