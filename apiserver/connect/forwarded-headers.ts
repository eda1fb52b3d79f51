// Which headers of a request another server gets.

import type { RequestHead } from '../registry/contract/resource-handler.ts';

/** Of one connection (RFC 9110, section 7.6.1), of the body as it is sent, and credentials: those are for this server alone. */
const kept: ReadonlySet<string> = new Set([
  'authorization',
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Said of a user by a proxy in front, or by a client for another one. */
const identity = /^(?:impersonate-|x-remote-)/;
/** How every sub-protocol begins that carries a bearer token. */
const tokenProtocol = 'base64url.bearer.';

export type ForwardedHeaders = Record<string, string | string[]>;

/** With the address of the client. */
export function forwardedHeaders({ headers, remoteAddress }: RequestHead): ForwardedHeaders {
  const named = new Set(
    String(headers.connection ?? '')
      .toLowerCase()
      .split(/\s*,\s*/),
  );
  const forwarded: ForwardedHeaders = {};
  for (const [name, value] of Object.entries(headers)) {
    const mine = name.startsWith(':') || kept.has(name) || named.has(name) || identity.test(name);
    if (value !== undefined && !mine) forwarded[name] = value;
  }
  const offered = forwarded['sec-websocket-protocol'];
  if (offered !== undefined) {
    const others = withoutToken(offered);
    if (others === '') delete forwarded['sec-websocket-protocol'];
    else forwarded['sec-websocket-protocol'] = others;
  }
  const before = headers['x-forwarded-for'];
  if (remoteAddress !== '') {
    forwarded['x-forwarded-for'] = [...(before === undefined ? [] : [before].flat()), remoteAddress].join(', ');
  }
  return forwarded;
}

/** The sub-protocols that a client offers. */
export function offeredProtocols({ headers }: Pick<RequestHead, 'headers'>): readonly string[] {
  const offered = headers['sec-websocket-protocol'];
  return offered === undefined ? [] : [offered].flat().flatMap((line) => line.split(',').map((name) => name.trim()));
}

function withoutToken(offered: string | string[]): string {
  return offeredProtocols({ headers: { 'sec-websocket-protocol': offered } })
    .filter((name) => !name.startsWith(tokenProtocol))
    .join(', ');
}
