// What the head of an HTTP/1 request must be beyond what Node's parser asks: a version of HTTP/1, one host, and a host that
// can be one. A proxy in front may route by another host than the server sees.

import type { IncomingMessage } from 'node:http';

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

/** The whole answer. The connection is to be ended behind it: what follows may be meant for another host. */
export function refusalText({ status, reason }: HeadFault): string {
  const text = `${status} ${reason}`;
  const head = `HTTP/1.1 ${text}\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n`;
  return `${head}Content-Length: ${text.length}\r\n\r\n${text}`;
}
