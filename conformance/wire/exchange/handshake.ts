// One TLS handshake, to see what a target offers: its certificate, the version of the protocol and the cipher suite.

import { connect, type SecureVersion } from 'node:tls';
import { X509Certificate } from 'node:crypto';
import { limits } from '../contract/limits.ts';
import type { Clock } from '../time/clock.ts';
import { limitOf } from '../time/own-time.ts';

/** What the client offers; default: everything that it knows. */
export interface OfferedTls {
  readonly minVersion?: SecureVersion;
  readonly maxVersion?: SecureVersion;
  /** As OpenSSL writes them. */
  readonly ciphers?: string;
}

/** What both agreed on. */
export interface AgreedTls {
  /** The certificate of the target. */
  readonly certificate: X509Certificate;
  /** `TLSv1.3`, ... */
  readonly protocol: string;
  /** As OpenSSL writes it. */
  readonly cipher: string;
}

/** Connects to an `https:` address and closes the connection. Undefined: one of them refused, or it took longer than `limits.look`. */
export async function handshakeWith(server: string, offered: OfferedTls, clock: Clock): Promise<AgreedTls | undefined> {
  const { hostname, port } = new URL(server);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, ...offered });
  const limit = limitOf(clock, limits.look);
  void limit.ended.then(() => {
    if (limit.isOver) socket.destroy(new Error('no handshake in time'));
  });
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.once('secureConnect', resolve);
    });
    return {
      certificate: new X509Certificate(socket.getPeerCertificate().raw),
      protocol: socket.getProtocol() ?? '',
      cipher: socket.getCipher().name,
    };
  } catch {
    return undefined;
  } finally {
    limit.lift();
    socket.destroy();
  }
}
