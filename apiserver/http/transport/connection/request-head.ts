// What the head of an HTTP/1 request must be beyond what Node's parser asks: a version of HTTP/1, one host, and a host that
// can be one. A proxy in front may route by another host than the server sees.

import type { IncomingMessage } from 'node:http';
import { methodNotAllowed } from '../../../../shared/object/errors.ts';

/** Status line and body of a refusal are the same text: `400 Bad Request: malformed Host header`. */
export interface HeadFault {
  readonly status: number;
  readonly reason: string;
}

/** Undefined when all is well. A missing host is refused by Node. */
export function headFault({ httpVersionMajor, rawHeaders }: IncomingMessage): HeadFault | undefined {
  if (httpVersionMajor !== 1) return unsupportedVersion;
  let host: string | undefined;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return twoHosts;
    host = rawHeaders[index + 1] ?? '';
  }
  return host === undefined || /^[\w!$%&'()*+,\-.:;=[\]~]*$/.test(host) ? undefined : malformedHost;
}

const unsupportedVersion: HeadFault = {
  status: 505,
  reason: 'HTTP Version Not Supported: unsupported protocol version',
};
const twoHosts: HeadFault = { status: 400, reason: 'Bad Request' };
const malformedHost: HeadFault = { status: 400, reason: 'Bad Request: malformed Host header' };

/** Why Node's parser refuses a request, and the bytes it read last. */
export interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

/** A well-formed request line with an unknown method. */
const anyMethod = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,64} \S/;

/**
 * The whole answer to what Node's parser refuses, by its code. A method that it does not know is one that nothing here has; of
 * the request no more is known then.
 */
export function clientErrorText({ code, rawPacket }: ParserError): string {
  if (code === 'HPE_INVALID_METHOD' && anyMethod.test(rawPacket?.toString('latin1', 0, 128) ?? '')) {
    const body = Buffer.from(JSON.stringify(methodNotAllowed().status));
    const head = 'HTTP/1.1 405 Method Not Allowed\r\nContent-Type: application/json\r\nConnection: close\r\n';
    return `${head}Content-Length: ${body.length}\r\n\r\n${body.toString()}`;
  }
  return `HTTP/1.1 ${parserFaults.get(code ?? '') ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`;
}

/** What Node itself would answer. */
const parserFaults: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
]);

/** The whole answer. The connection is to be ended behind it: what follows may be meant for another host. */
export function refusalText({ status, reason }: HeadFault): string {
  const text = `${status} ${reason}`;
  const head = `HTTP/1.1 ${text}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n`;
  return `${head}Content-Length: ${text.length}\r\n\r\n${text}`;
}
