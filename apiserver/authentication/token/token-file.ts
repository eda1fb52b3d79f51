// Static tokens from a file (AUTHN-029 to AUTHN-033): one line per token, read once at the start.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Authentication, Authenticator, UserInfo } from '../contract/authenticator.ts';
import { type CsvRecord, csvRecords } from './csv-records.ts';

/**
 * `text`: records of `token,user,uid[,"group1,group2"]`, whose columns are taken as they are. A record with an empty token is ignored,
 * and of several with one token the last is used; `warn` gets a message about both. Throws an Error that names the line (never the
 * token) for anything else.
 */
export function tokenFileAuthenticator(text: string, warn: (message: string) => void = () => {}): Authenticator {
  const users = new Map<string, { readonly digest: Buffer; readonly user: UserInfo }>();
  for (const { line, columns } of recordsOf(text)) {
    const [token = '', username = '', uid = '', groups] = columns;
    if (columns.length < 3) {
      throw new Error(`token file, line ${line}: at least token, user name and user uid are needed`);
    }
    if (token === '') {
      warn(`token file, line ${line}: the token is empty, so the line is ignored`);
      continue;
    }
    const digest = digestOf(token);
    const key = digest.toString('hex');
    if (users.has(key)) warn(`token file, line ${line}: replaces an earlier line with the same token`);
    const user = {
      username,
      ...(uid === '' ? {} : { uid }),
      groups: groups?.split(',') ?? [],
      extra: new Map<string, readonly string[]>(),
    };
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

function recordsOf(text: string): readonly CsvRecord[] {
  try {
    return csvRecords(text);
  } catch (error) {
    throw new Error(`token file, ${(error as Error).message}`, { cause: error });
  }
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
