// An authenticating proxy in front of the server, which names the user in headers (REQHDR-001 to REQHDR-017). The headers
// count only if the proxy has a client certificate of its own authority; from all other clients they are ignored.

import type { UserInfo, Authentication, Authenticator, Credentials } from '../contract/authenticator.ts';
import { extraKey, headerText } from './header-text.ts';

export interface RequestHeaderOptions {
  /** Returns the name in a client certificate of the proxies' authority; `rejected` for all others. */
  readonly certificates: Authenticator;
  /** Common names that proxies may have; none: any. */
  readonly allowedNames: readonly string[];
  /** At least one; the first that has a value counts. */
  readonly usernameHeaders: readonly string[];
  readonly uidHeaders: readonly string[];
  readonly groupHeaders: readonly string[];
  readonly extraHeaderPrefixes: readonly string[];
}

export function requestHeaderAuthenticator(options: RequestHeaderOptions): Authenticator {
  const lower = (names: readonly string[]): readonly string[] => names.map((name) => name.toLowerCase());
  const names: HeaderNames = {
    username: lower(options.usernameHeaders),
    uid: lower(options.uidHeaders),
    groups: lower(options.groupHeaders),
    extra: lower(options.extraHeaderPrefixes),
  };
  const { certificates, allowedNames } = options;
  return {
    name: 'requestheader',
    async authenticate(credentials, asking): Promise<Authentication> {
      const user = userOf(credentials.headers, names);
      if (user === undefined) return { outcome: 'none' };
      const proxy = await certificates.authenticate(credentials, asking);
      // A certificate of another authority, or none: the headers are ignored, and other methods decide.
      if (proxy.outcome !== 'accepted') return { outcome: 'none' };
      const { username } = proxy.user;
      if (allowedNames.length > 0 && !allowedNames.includes(username)) {
        return { outcome: 'rejected', reason: `the proxy ${JSON.stringify(username)} may not speak for users` };
      }
      return { outcome: 'accepted', user };
    },
  };
}

/** In lower case. */
interface HeaderNames {
  readonly username: readonly string[];
  readonly uid: readonly string[];
  readonly groups: readonly string[];
  readonly extra: readonly string[];
}

/** Undefined: no header names a user. */
function userOf(headers: Credentials['headers'], names: HeaderNames): UserInfo | undefined {
  const username = firstOf(headers, names.username);
  if (username === undefined) return undefined;
  const uid = firstOf(headers, names.uid);
  return {
    username,
    ...(uid === undefined ? {} : { uid }),
    groups: names.groups.flatMap((name) => valuesOf(headers[name])).filter((group) => group !== ''),
    extra: extraOf(headers, names.extra),
  };
}

function firstOf(headers: Credentials['headers'], names: readonly string[]): string | undefined {
  return names.map((name) => valuesOf(headers[name])[0] ?? '').find((value) => value !== '');
}

function extraOf(headers: Credentials['headers'], prefixes: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const extra = new Map<string, readonly string[]>();
  for (const prefix of prefixes) {
    for (const name in headers) {
      if (!name.startsWith(prefix)) continue;
      const key = extraKey(name.slice(prefix.length));
      extra.set(key, [...(extra.get(key) ?? []), ...valuesOf(headers[name])]);
    }
  }
  return extra;
}

function valuesOf(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : [value].flat().map(headerText);
}
