// The parts of a URL as Go reads it, which takes more for a URL than browsers do.

import { quoted } from '../quoted.ts';

/** Scheme, authority, path, query and fragment of a URL, none of which need be there. */
const form = /^(?:([a-z][a-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is;
const neverInHost = /[\s<>"\\^`{|}]/;

export interface UrlParts {
  readonly scheme: string;
  readonly user: string | undefined;
  readonly host: string;
  readonly query: string;
  readonly fragment: string;
}

/** Or why the text is no URL, neither absolute nor relative. */
export function urlParts(text: string): UrlParts | string {
  const [, scheme = '', authority = '', path = '', query = '', fragment = ''] = form.exec(text) ?? [undefined];
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const control = Array.from(text).some((character) => character < ' ' || character === '\u007f');
  if (control) return 'net/url: invalid control character in URL';
  // In a host only the escapes of a zone are right.
  const [, escape] = /(%.{0,2})/.exec(host) ?? /(%(?![0-9a-f]{2}).{0,2})/i.exec(path) ?? [];
  if (escape !== undefined) return `invalid URL escape ${quoted(escape)}`;
  if (scheme === '' && text.startsWith(':')) return 'missing protocol scheme';
  if (scheme === '' && authority === '' && (path.split('/', 1)[0] ?? '').includes(':'))
    return 'first path segment in URL cannot contain colon';
  if (host.startsWith('[') && !host.includes(']')) return "missing ']' in host";
  const named = host.replace(/^\[[^\]]*\]/, '');
  const port = /:(?!\d*$).*$/.exec(named)?.[0];
  if (port !== undefined) return `invalid port ${quoted(port)} after host`;
  const character = neverInHost.exec(named)?.[0];
  if (character !== undefined) return `invalid character ${quoted(character)} in host name`;
  return { scheme: scheme.toLowerCase(), user: at < 0 ? undefined : authority.slice(0, at), host, query, fragment };
}
