// Finds the bearer token of a request (wire section 10.1): in the Authorization header, or for browsers that cannot set
// one, in a WebSocket sub-protocol.

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The token, or undefined when the request carries none. `protocolPrefix` is the sub-protocol name up to its token. Adds
 * nothing to and takes nothing from the headers.
 */
export function bearerToken(headers: Headers, protocolPrefix: string): string | undefined {
  return (
    fromAuthorization(first(headers.authorization)) ?? fromProtocols(headers['sec-websocket-protocol'], protocolPrefix)
  );
}

function fromAuthorization(header: string | undefined): string | undefined {
  if (header === undefined) {
    return undefined;
  }
  const [scheme = '', token = '', ...more] = header.trim().split(' ');
  return scheme.toLowerCase() === 'bearer' && token !== '' && more.length === 0 ? token : undefined;
}

/** Counts only beside another sub-protocol: a client that offers nothing else would get its token echoed. */
function fromProtocols(header: string | readonly string[] | undefined, prefix: string): string | undefined {
  if (header === undefined) {
    return undefined;
  }
  const offered = (typeof header === 'string' ? header : header.join(',')).split(',').map((name) => name.trim());
  const carrying = offered.filter((name) => name.startsWith(prefix));
  const [only] = carrying;
  if (only === undefined || carrying.length > 1 || offered.length < 2) {
    return undefined;
  }
  const token = Buffer.from(only.slice(prefix.length), 'base64url').toString('utf8');
  return token === '' ? undefined : token;
}

function first(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === 'string' || header === undefined ? header : header[0];
}
