// URLs in expressions (CEL-016), read as Go's request URIs are: absolute, or a path.

import { declaring, type Library } from '../declare/function.ts';
import type { Type } from '../type/type.ts';
import { ArrayList, EntryMap, Failure, type Key, Opaque, type Value } from '../value/value.ts';
import type { LibraryTypes } from './named-types.ts';

interface UrlParts {
  readonly scheme: string;
  readonly host: string;
  readonly path: string;
  readonly query: string;
}

class UrlValue extends Opaque {
  readonly type: Type;
  readonly text: string;
  readonly parts: UrlParts;

  constructor(type: Type, text: string, parts: UrlParts) {
    super();
    this.type = type;
    this.text = text;
    this.parts = parts;
  }

  equals(other: Value): boolean {
    return other instanceof UrlValue && other.text === this.text;
  }

  override toString(): string {
    return this.text;
  }
}

function hasControl(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- these are what it looks for
  return /[\u0000-\u001f\u007f]/.test(text);
}

/** The text with its escapes replaced; undefined where one is wrong. */
function unescaped(text: string): string | undefined {
  if (/%(?![0-9a-fA-F]{2})/.test(text)) return undefined;
  if (!text.includes('%')) return text;
  const bytes = text
    .split(/(%[0-9a-fA-F]{2})/)
    .map((part) => (/^%[0-9a-fA-F]{2}$/.test(part) ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part)));
  return Buffer.concat(bytes).toString();
}

/**
 * Parts of a request URI; the reason where it is none. `anyReference`: as a reference, in which two slashes begin a host also
 * without a scheme.
 */
function parse(text: string, anyReference = false): UrlParts | string {
  const quoted = JSON.stringify(text);
  if (hasControl(text)) return `parse ${quoted}: net/url: invalid control character in URL`;
  if (text === '') return `parse ${quoted}: empty url`;
  if (text === '*') return { scheme: '', host: '', path: '*', query: '' };
  const scheme = /^[a-zA-Z][a-zA-Z0-9+.-]*(?=:)/.exec(text)?.[0] ?? '';
  if (scheme === '' && text.startsWith(':')) return `parse ${quoted}: missing protocol scheme`;
  let rest = scheme === '' ? text : text.slice(scheme.length + 1);
  const mark = rest.indexOf('?');
  const query = mark < 0 ? '' : rest.slice(mark + 1);
  if (mark >= 0) rest = rest.slice(0, mark);
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { scheme: scheme.toLowerCase(), host: '', path: '', query };
    return `parse ${quoted}: invalid URI for request`;
  }
  let host = '';
  if (rest.startsWith('//') && (scheme !== '' || (anyReference && !rest.startsWith('///')))) {
    const end = rest.indexOf('/', 2);
    const authority = end < 0 ? rest.slice(2) : rest.slice(2, end);
    rest = end < 0 ? '' : rest.slice(end);
    const read = hostOf(authority);
    if (typeof read === 'string') return `parse ${quoted}: ${read}`;
    host = read.host;
  }
  if (unescaped(rest) === undefined) return `parse ${quoted}: invalid URL escape`;
  return { scheme: scheme.toLowerCase(), host, path: rest, query };
}

function hostOf(authority: string): { readonly host: string } | string {
  const at = authority.lastIndexOf('@');
  const user = at < 0 ? '' : authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user)) return 'net/url: invalid userinfo';
  const host = authority.slice(at + 1);
  const bracket = host.startsWith('[') ? host.lastIndexOf(']') : -1;
  if (host.startsWith('[') && bracket < 0) return "missing ']' in host";
  const colon = bracket >= 0 ? bracket + 1 : host.lastIndexOf(':');
  const port = colon < 0 ? '' : host.slice(colon);
  if (port !== '' && !/^:\d*$/.test(port)) return `invalid port ${JSON.stringify(port)} after host`;
  const bad = /[^A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"%\u0080-\uffff]/.exec(host)?.[0];
  if (bad !== undefined) return `invalid character ${JSON.stringify(bad)} in host name`;
  const name = unescaped(host);
  return name === undefined ? 'invalid URL escape' : { host: name };
}

function hostName(host: string): string {
  const bracket = host.indexOf(']');
  if (bracket > 0) return host.slice(1, bracket);
  const colon = host.indexOf(':');
  return colon < 0 ? host : host.slice(0, colon);
}

function port(host: string): string {
  const after = host.slice(Math.max(host.indexOf(']'), 0));
  const colon = after.lastIndexOf(':');
  return colon < 0 ? '' : after.slice(colon + 1);
}

/** The path as it was written if that is a valid form, or else escaped. */
function escapedPath(path: string): string {
  if (/^[A-Za-z0-9\-._~!$&'()*+,;=:@[\]%/]*$/.test(path)) return path;
  const plain = Buffer.from(unescaped(path) ?? path);
  return [...plain]
    .map((byte) => {
      const letter = String.fromCodePoint(byte);
      return /[A-Za-z0-9\-._~$&+,/:;=@]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

function queryOf(query: string): Value {
  const found = new Map<string, string[]>();
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const equals = pair.indexOf('=');
    const key = unescaped((equals < 0 ? pair : pair.slice(0, equals)).replaceAll('+', ' '));
    const value = unescaped(equals < 0 ? '' : pair.slice(equals + 1).replaceAll('+', ' '));
    if (key === undefined || value === undefined) continue;
    const known = found.get(key);
    if (known === undefined) found.set(key, [value]);
    else known.push(value);
  }
  const entries = new Map<Key, readonly [Value, Value]>();
  for (const [key, values] of found) entries.set(key, [key, new ArrayList(values)]);
  return new EntryMap(entries);
}

/** Whether a text is an absolute URL or an absolute path; the reason where it is neither. */
export function urlFault(text: string): string | undefined {
  const parts = parse(text);
  return typeof parts === 'string' ? parts : undefined;
}

export function urlLibrary(named: LibraryTypes): Library {
  const declare = declaring({ ...named });
  return {
    functions: [
      declare('string_to_url', 'url(string): URL', (text: string) => {
        const fault = urlFault(text);
        const parts = fault ?? parse(text.replace(/#.*$/s, ''), true);
        if (typeof parts === 'string') return new Failure(`URL parse error during conversion from string: ${parts}`);
        return new UrlValue(named.URL, text, parts);
      }),
      declare('is_url_string', 'isURL(string): bool', (text: string) => urlFault(text) === undefined),
      declare('url_get_scheme', 'URL.getScheme(): string', ({ parts }: UrlValue) => parts.scheme),
      declare('url_get_host', 'URL.getHost(): string', ({ parts }: UrlValue) => parts.host),
      declare('url_get_hostname', 'URL.getHostname(): string', ({ parts }: UrlValue) => hostName(parts.host)),
      declare('url_get_port', 'URL.getPort(): string', ({ parts }: UrlValue) => port(parts.host)),
      declare('url_get_escaped_path', 'URL.getEscapedPath(): string', ({ parts }: UrlValue) => escapedPath(parts.path)),
      declare('url_get_query', 'URL.getQuery(): map(string, list(string))', ({ parts }: UrlValue) =>
        queryOf(parts.query),
      ),
    ],
  };
}
