// What the errors of Node's sockets and TLS mean for a call, in the words of the reference server.

import { isIP } from 'node:net';
import type { OutboundFault } from './contract/outbound.ts';

export interface ConnectionFailure {
  readonly fault: OutboundFault;
  /** For clients. */
  readonly reason: string;
}

interface NodeError extends Error {
  readonly code?: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  readonly errors?: readonly unknown[];
  /** Of a certificate for other names: the name that was expected, and the certificate. */
  readonly host?: string;
  readonly cert?: { readonly subjectaltname?: string };
}

const unknownAuthority = 'certificate signed by unknown authority';
const untrustedCodes: ReadonlyMap<string, string> = new Map([
  ['CERT_SIGNATURE_FAILURE', unknownAuthority],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', unknownAuthority],
  ['SELF_SIGNED_CERT_IN_CHAIN', unknownAuthority],
  ['UNABLE_TO_GET_ISSUER_CERT', unknownAuthority],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', unknownAuthority],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', unknownAuthority],
  ['CERT_HAS_EXPIRED', 'certificate has expired or is not yet valid'],
  ['CERT_NOT_YET_VALID', 'certificate has expired or is not yet valid'],
  ['INVALID_PURPOSE', 'certificate specifies an incompatible key usage'],
]);

const connectTexts: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'connection refused'],
  ['EHOSTUNREACH', 'no route to host'],
  ['ENETUNREACH', 'network is unreachable'],
  ['ETIMEDOUT', 'connection timed out'],
  ['EADDRNOTAVAIL', 'cannot assign requested address'],
]);

/** `host`: the name or address that was asked for. */
export function connectionFailure(thrown: unknown, host: string): ConnectionFailure {
  const error = firstOf(thrown);
  const code = error.code ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_FAIL' || code === 'ENODATA') {
    const text = code === 'ENOTFOUND' ? 'no such host' : 'server misbehaving';
    return { fault: 'unresolved', reason: `dial tcp: lookup ${error.hostname ?? host}: ${text}` };
  }
  const connecting = connectTexts.get(code);
  if (connecting !== undefined) {
    const place = error.address === undefined ? '' : ` ${hostPort(error.address, error.port ?? 0)}`;
    return { fault: 'unreachable', reason: `dial tcp${place}: connect: ${connecting}` };
  }
  const distrust = untrustedCodes.get(code);
  if (distrust !== undefined) {
    return { fault: 'untrusted', reason: `tls: failed to verify certificate: x509: ${distrust}` };
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return { fault: 'untrusted', reason: `tls: failed to verify certificate: x509: ${otherName(error)}` };
  }
  const tls = tlsReason(error);
  if (tls !== undefined) return { fault: 'untrusted', reason: tls };
  if (code === 'HPE_HEADER_OVERFLOW') return { fault: 'too-large', reason: 'the headers of the answer are too large' };
  if (code.startsWith('HPE_')) return { fault: 'unreachable', reason: `malformed HTTP response: ${error.message}` };
  // Node says ECONNRESET, too, when the other side ended the connection in peace.
  if (code === 'ECONNRESET' && error.message !== 'socket hang up' && error.message !== 'aborted') {
    return { fault: 'unreachable', reason: 'read: connection reset by peer' };
  }
  return { fault: 'unreachable', reason: code === 'ECONNRESET' ? 'EOF' : error.message };
}

/** Of a handshake that failed: a code of its own, or EPROTO with OpenSSL's line. Undefined for other failures. */
function tlsReason({ code = '', message }: NodeError): string | undefined {
  if (code !== 'EPROTO' && !/^ERR_(?:SSL|TLS|OSSL)_/.test(code)) return undefined;
  const text = /:SSL routines:[^:]*:([^:]+)/.exec(message)?.[1] ?? message;
  const plain = text === 'wrong version number' || text === 'packet length too long';
  return plain ? 'http: server gave HTTP response to HTTPS client' : `remote error: tls: ${text}`;
}

function otherName({ host = '', cert }: NodeError): string {
  const names = (cert?.subjectaltname ?? '').split(', ');
  const wanted = isIP(host) === 0 ? 'DNS:' : 'IP Address:';
  const held = names.filter((name) => name.startsWith(wanted)).map((name) => name.slice(wanted.length));
  if (held.length > 0) return `certificate is valid for ${held.join(', ')}, not ${host}`;
  return isIP(host) === 0
    ? `certificate is not valid for any names, but wanted to match ${host}`
    : `cannot validate certificate for ${host} because it doesn't contain any IP SANs`;
}

/** Of a host with several addresses, the failure of the first one counts. */
function firstOf(thrown: unknown): NodeError {
  const error: NodeError = thrown instanceof Error ? thrown : new Error(String(thrown));
  const [first] = error.errors ?? [];
  return first instanceof Error ? first : error;
}

export function hostPort(host: string, port: number): string {
  return isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}
