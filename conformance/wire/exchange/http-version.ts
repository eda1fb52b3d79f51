// Which version of HTTP a target chooses. A connection that is offered a newer one falls back to the older without a word, so
// cases about HTTP/2 check here first.

import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { systemClock } from '../time/clock.ts';
import { limits } from '../contract/limits.ts';
import { limitOf } from '../time/own-time.ts';

/**
 * Whether the server at this URL chooses HTTP/2 over TLS when it is offered (RFC 7301). False for plain HTTP. Whom to trust
 * does not matter: nothing is sent. Rejects when the server cannot be reached, or says nothing within `limits.request`.
 */
export async function speaksHttp2(server: string): Promise<boolean> {
  const { protocol, hostname, port } = new URL(server);
  if (protocol !== 'https:') return false;
  const host = hostname.replace(/^\[|\]$/g, '');
  const limit = limitOf(systemClock, limits.request);
  const chosen = new Promise<boolean>((resolve, reject) => {
    const socket: TLSSocket = connect(
      {
        host,
        port: port === '' ? 443 : Number(port),
        ...(isIP(host) === 0 ? { servername: host } : {}),
        rejectUnauthorized: false,
        ALPNProtocols: ['h2', 'http/1.1'],
      },
      () => {
        resolve(socket.alpnProtocol === 'h2');
        socket.destroy();
      },
    );
    socket.once('error', reject);
    void limit.ended.then(() => socket.destroy(new Error(`no TLS with ${host} in time`)));
  });
  return chosen.finally(() => limit.lift());
}
