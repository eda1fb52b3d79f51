// Impersonation: the user as whom a connection acts (`as`, `as-groups`, ... in a connection file). The server decides whether
// it is allowed.

import type { ConfigSection } from './config-section.ts';

/** Another identity, which every request impersonates. */
export interface Impersonation {
  readonly user: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: ReadonlyMap<string, readonly string[]>;
}

/** Undefined: no impersonation. Throws ConnectionConfigError. */
export function impersonationOf(user: ConfigSection): Impersonation | undefined {
  const name = user.text('as');
  const uid = user.text('as-uid');
  const groups = user.list('as-groups').map((group) => textOf(group) ?? user.fail('as-groups', notTexts));
  const extra = user.entries('as-user-extra').map(([key, values]): readonly [string, readonly string[]] => {
    const fail = (): never => user.fail('as-user-extra', 'is not an object of lists of strings');
    return [key, Array.isArray(values) ? values.map((value) => textOf(value) ?? fail()) : fail()];
  });
  if (name === undefined) {
    const alone =
      uid !== undefined ? 'as-uid' : groups.length > 0 ? 'as-groups' : extra.length > 0 ? 'as-user-extra' : '';
    if (alone !== '') user.fail(alone, 'needs the user to act as, in the field as');
    return undefined;
  }
  return {
    user: name,
    ...(uid === undefined ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(extra.length === 0 ? {} : { extra: new Map(extra) }),
  };
}

const notTexts = 'is not a list of strings';

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The fields of a connection file, as `impersonationOf` reads them. */
export function impersonationFields({ user, uid, groups, extra }: Impersonation): Readonly<Record<string, unknown>> {
  return {
    as: user,
    ...(uid === undefined ? {} : { 'as-uid': uid }),
    ...(groups === undefined ? {} : { 'as-groups': groups }),
    ...(extra === undefined ? {} : { 'as-user-extra': Object.fromEntries(extra) }),
  };
}

/** The impersonation headers. */
export function impersonationHeaders({
  user,
  uid,
  groups = [],
  extra = new Map(),
}: Impersonation): Readonly<Record<string, string | string[]>> {
  return {
    'Impersonate-User': user,
    ...(uid === undefined ? {} : { 'Impersonate-Uid': uid }),
    ...(groups.length === 0 ? {} : { 'Impersonate-Group': [...groups] }),
    ...Object.fromEntries(
      [...extra].map(([key, values]) => [`Impersonate-Extra-${escaped(key)}`, [...values]] as const),
    ),
  };
}

/** What cannot stand in the name of a header is percent-encoded; capitals too, because names have none (requirements IMP). */
function escaped(key: string): string {
  const bytes = [...Buffer.from(key, 'utf8')];
  return bytes
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /^[a-z0-9!#$&'*+.^_`|~-]$/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}
