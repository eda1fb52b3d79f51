// Detects the HTTP version that a target chooses. A connection silently falls back from a newer version to an older
// one, so cases about HTTP/2 check here first.

import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { systemClock } from '../time/clock.ts';
import { limits } from '../contract/limits.ts';
import { limitOf } from '../time/own-time.ts';

/**
 * Whether the server at this URL chooses HTTP/2 over TLS by ALPN (RFC 7301). False for plain HTTP. It does not verify
 * the certificate because it sends no data. Rejects when the server is unreachable, or does not answer within
 * `limits.request`.
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
