// Answers after which the client's connection belongs to another protocol: streams into containers, and what other servers answer.

import type { Response } from '../../registry/contract/resource-handler.ts';
import type { RequestContext } from '../contract/stage.ts';

type ConnectionAnswer = Extract<Response, { kind: 'connection' }>;
type WebSocketAnswer = Extract<Response, { kind: 'web-socket' }>;

/** Hands the client's connection to the answer. Resolves when it is closed. Throws TypeError where the client asked for no such thing. */
export async function joinConnection(context: RequestContext, answer: ConnectionAnswer): Promise<void> {
  const client = context.exchange.tunnel?.();
  if (client === undefined) {
    answer.close();
    throw new TypeError('the protocol of a connection changes only when its client asked for that');
  }
  context.answerStatus = answer.status;
  await context.audit?.streaming(answer.status, context.user);
  const { socket, head } = client;
  const lines = answer.handshake.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
  if (head.length > 0) socket.unshift(head);
  await during(context, answer, () => answer.run(socket));
  socket.destroy();
}

/** The same by WebSocket messages. */
export async function talkBySocket(context: RequestContext, answer: WebSocketAnswer): Promise<void> {
  const { exchange } = context;
  if (exchange.acceptWebSocket === undefined) {
    answer.close?.();
    throw new TypeError('messages are exchanged only with a client that asked for WebSocket');
  }
  context.answerStatus = answer.status;
  await context.audit?.streaming(answer.status, context.user);
  const client = exchange.acceptWebSocket(answer.protocol);
  if (client === undefined) {
    answer.close?.();
    return;
  }
  client.on('error', () => client.terminate());
  await during(context, answer, () => answer.run(client));
  client.terminate();
}

/** Runs it, and closes what the answer holds as soon as the request is over. */
async function during(
  { signal }: RequestContext,
  answer: ConnectionAnswer | WebSocketAnswer,
  run: () => Promise<void>,
): Promise<void> {
  const close = (): void => answer.close?.();
  signal.addEventListener('abort', close, { once: true });
  try {
    if (signal.aborted) close();
    await run();
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}
