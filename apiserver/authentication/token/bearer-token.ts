// Finds the bearer token of a request (RFC 6750, section 2.1): in the Authorization header, or for browsers that cannot set
// one, in a sub-protocol of a WebSocket handshake.

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Credentials that are there, but not in a form that could be right. */
export class MalformedToken {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/**
 * The token, or undefined when the request carries none. `protocolPrefix` is the sub-protocol name up to its token. Adds
 * nothing to and takes nothing from the headers.
 */
export function bearerToken(headers: Headers, protocolPrefix: string): string | MalformedToken | undefined {
  const token = fromAuthorization(first(headers.authorization));
  const protocols = headers['sec-websocket-protocol'];
  if (token !== undefined || protocols === undefined || !isWebSocket(headers)) return token;
  return fromProtocols(protocols, protocolPrefix);
}

/** Text after a space is ignored, as in other servers: the part before it must be valid by itself. */
function fromAuthorization(header: string | undefined): string | undefined {
  if (header === undefined) {
    return undefined;
  }
  const [scheme = '', token = ''] = header.trim().split(' ', 2);
  return scheme.toLowerCase() === 'bearer' && token !== '' ? token : undefined;
}

function isWebSocket(headers: Headers): boolean {
  const connection = [headers.connection ?? []].flat().join(',').toLowerCase().split(',');
  const isUpgrade = connection.some((option) => option.trim() === 'upgrade');
  return isUpgrade && (first(headers.upgrade) ?? '').toLowerCase() === 'websocket';
}

const repeated = new MalformedToken('more than one sub-protocol carries a token');
const alone = new MalformedToken('no other sub-protocol stands beside the one that carries the token');
const undecodable = new MalformedToken('the token in the sub-protocol is no base64url of UTF-8');

/** Counts only beside another sub-protocol: a client that offers nothing else would get its token echoed. */
function fromProtocols(header: string | readonly string[], prefix: string): string | MalformedToken | undefined {
  const offered = (typeof header === 'string' ? header : header.join(',')).split(',').map((name) => name.trim());
  const carrying = offered.filter((name) => name.startsWith(prefix));
  const [only] = carrying;
  if (only === undefined) return undefined;
  if (carrying.length > 1) return repeated;
  const encoded = only.slice(prefix.length);
  const bytes = Buffer.from(encoded, 'base64url');
  const token = bytes.toString('utf8');
  if (!/^[\w-]*$/.test(encoded) || !Buffer.from(token, 'utf8').equals(bytes)) return undecodable;
  if (offered.length < 2) return alone;
  return token === '' ? undefined : token;
}

function first(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' || header === undefined ? header : header[0];
}
