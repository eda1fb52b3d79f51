// Static tokens from a file (AUTHN-029 to AUTHN-033): one line per token, read once at the start.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Authentication, Authenticator, UserInfo } from '../contract/authenticator.ts';

/**
 * `text`: lines of `token,user,uid[,"group1,group2"]`; empty lines and lines that begin with `#` do not count. A line with an empty
 * token is ignored, and of several lines with one token the last is used; `warn` gets a message about both. Throws an Error that
 * names the line (never the token) for anything else.
 */
export function tokenFileAuthenticator(text: string, warn: (message: string) => void = () => {}): Authenticator {
  const users = new Map<string, { readonly digest: Buffer; readonly user: UserInfo }>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || line.startsWith('#')) {
      continue;
    }
    const [token, user] = parseLine(line, index + 1);
    if (token === '') {
      warn(`token file, line ${index + 1}: the token is empty, so the line is ignored`);
      continue;
    }
    const digest = digestOf(token);
    const key = digest.toString('hex');
    if (users.has(key)) warn(`token file, line ${index + 1}: replaces an earlier line with the same token`);
    users.set(key, { digest, user });
  }
  return {
    name: 'token-file',
    authenticate({ bearerToken }): Promise<Authentication> {
      if (bearerToken === undefined) {
        return Promise.resolve({ outcome: 'none' });
      }
      // Looked up by digest, so that the time of a lookup reveals nothing about the tokens.
      const digest = digestOf(bearerToken);
      const entry = users.get(digest.toString('hex'));
      return Promise.resolve(
        entry !== undefined && timingSafeEqual(entry.digest, digest)
          ? { outcome: 'accepted', user: entry.user }
          : { outcome: 'none' },
      );
    },
  };
}

function parseLine(line: string, number: number): [token: string, user: UserInfo] {
  const columns = splitColumns(line, number);
  const [token = '', username = '', uid = '', groups = ''] = columns;
  if (columns.length < 3) {
    throw new Error(`token file, line ${number}: at least token, user name and user uid are needed`);
  }
  if (token !== '' && username === '') {
    throw new Error(`token file, line ${number}: the user name is empty`);
  }
  return [
    token,
    {
      username,
      ...(uid === '' ? {} : { uid }),
      groups: groups
        .split(',')
        .map((group) => group.trim())
        .filter((group) => group !== ''),
      extra: new Map(),
    },
  ];
}

/** One CSV line: columns may be quoted, a quote inside is doubled. */
function splitColumns(line: string, number: number): string[] {
  const columns: string[] = [];
  const column = /\s*(?:"((?:[^"]|"")*)"|([^",]*))\s*(,|$)/y;
  while (column.lastIndex <= line.length) {
    const match = column.exec(line);
    if (match === null) {
      throw new Error(`token file, line ${number}: a quote is not closed`);
    }
    columns.push(match[1]?.replaceAll('""', '"') ?? (match[2] ?? '').trim());
    if (match[3] === '') {
      return columns;
    }
  }
  return columns;
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
