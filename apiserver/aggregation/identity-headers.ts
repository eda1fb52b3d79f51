// The headers that name the user of a forwarded request (requirements REQHDR). The other server trusts them because
// of this server's client certificate. Headers of a client with these names are never forwarded.

import type { UserInfo } from '../authentication/contract/authenticator.ts';

const prefix = 'x-remote-';
const extraPrefix = `${prefix}extra-`;

export type OutgoingHeaders = Record<string, string | string[]>;

export function identityHeaders({ username, uid, groups, extra }: UserInfo): OutgoingHeaders {
  const headers: OutgoingHeaders = { [`${prefix}user`]: headerText(username) };
  if (uid !== undefined && uid !== '') headers[`${prefix}uid`] = headerText(uid);
  if (groups.length > 0) headers[`${prefix}group`] = groups.map(headerText);
  for (const [key, values] of extra) headers[`${extraPrefix}${headerKey(key)}`] = values.map(headerText);
  return headers;
}

/** Whether a header names the user of the request, so that only this server may set it. */
export function isIdentityHeader(name: string): boolean {
  return name.startsWith(prefix) || name.startsWith('impersonate-') || name === 'authorization';
}

/** Signs that no header's name may have, and the percent sign itself, as percent escapes of their UTF-8. */
function headerKey(key: string): string {
  return key.replace(/[^!#$&'*+.^_`|~0-9A-Za-z-]/gu, (sign) =>
    Array.from(Buffer.from(sign), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}

/** UTF-8 as the bytes that Node writes for it. A line end would end the header, and is not let through. */
function headerText(value: string): string {
  if (/[\0\r\n]/.test(value)) throw new TypeError('a name of the user cannot be said in a header');
  return Buffer.from(value, 'utf8').toString('latin1');
}
