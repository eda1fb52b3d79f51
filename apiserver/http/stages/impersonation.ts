// Lets a caller with the right to do so act as somebody else (wire section 10.6): each part of the wanted identity is
// authorized for the caller, then nothing of the caller remains.

import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { UserInfo } from '../../authentication/authenticator.ts';
import type { Authorizer, ResourceAttributes } from '../../authorization/authorizer.ts';
import { forbiddenAccess } from '../forbidden-access.ts';
import { PlainTextError } from '../plain-text-error.ts';
import { firstValue, type RequestHeaders } from '../repeated-headers.ts';
import type { Next, RequestContext, Stage } from '../stage.ts';

const userHeader = 'impersonate-user';
const groupHeader = 'impersonate-group';
const uidHeader = 'impersonate-uid';
const extraPrefix = 'impersonate-extra-';
const serviceAccountPrefix = 'system:serviceaccount:';

interface Wanted {
  readonly user: string;
  readonly groups: readonly string[];
  readonly uid: string | undefined;
  readonly extra: ReadonlyMap<string, readonly string[]>;
}

export function impersonation(authorizer: Authorizer, vendor: Vendor): Stage {
  const authenticationGroup = vendor.fill('authentication.{api}');
  const become = async (context: RequestContext, next: Next, wanted: Wanted): Promise<void> => {
    const caller = context.user;
    if (caller === undefined) {
      throw new TypeError('impersonation runs after authentication');
    }
    for (const question of questions(wanted, authenticationGroup)) {
      const attributes: ResourceAttributes = { ...question, kind: 'resource', user: caller, verb: 'impersonate' };
      const decision = await authorizer.authorize(attributes, context.signal);
      if (decision.outcome !== 'allow') {
        throw forbiddenAccess(attributes, decision.reason);
      }
    }
    context.user = identity(wanted);
    await next(context);
  };
  return (next) => (context) => {
    const wanted = wantedIdentity(context.exchange.headers, context.exchange.url);
    return wanted === undefined ? next(context) : become(context, next, wanted);
  };
}

function wantedIdentity(headers: RequestHeaders, url: string): Wanted | undefined {
  const user = firstValue(headers[userHeader]) ?? '';
  const groups = allValues(headers[groupHeader]);
  const uid = firstValue(headers[uidHeader]);
  const extra = extraValues(headers);
  if (user !== '') {
    return { user, groups, uid, extra };
  }
  if (groups.length === 0 && uid === undefined && extra.size === 0) {
    return undefined;
  }
  throw new PlainTextError(
    500,
    `Internal Server Error: ${JSON.stringify(url)}: requested groups, uid or extra without impersonating a user\n`,
  );
}

function allValues(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
}

const noExtra: ReadonlyMap<string, readonly string[]> = new Map();

function extraValues(headers: RequestHeaders): ReadonlyMap<string, readonly string[]> {
  let extra: Map<string, readonly string[]> | undefined;
  for (const name in headers) {
    if (name.startsWith(extraPrefix)) {
      extra ??= new Map();
      const key = unescapeKey(name.slice(extraPrefix.length)).toLowerCase();
      extra.set(key, [...(extra.get(key) ?? []), ...allValues(headers[name])]);
    }
  }
  return extra ?? noExtra;
}

/** An invalid encoding stays as it is: the key is then authorized, and shown, literally. */
function unescapeKey(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Question = Omit<ResourceAttributes, 'kind' | 'user' | 'verb'>;

function* questions(wanted: Wanted, authenticationGroup: string): Generator<Question> {
  const blank = { group: '', version: 'v1', subresource: '', namespace: '', name: '' };
  const account = serviceAccount(wanted.user);
  yield account === undefined
    ? { ...blank, resource: 'users', name: wanted.user }
    : { ...blank, resource: 'serviceaccounts', ...account };
  for (const name of wanted.groups) {
    yield { ...blank, resource: 'groups', name };
  }
  for (const [subresource, values] of wanted.extra) {
    for (const name of values) {
      yield { ...blank, group: authenticationGroup, resource: 'userextras', subresource, name };
    }
  }
  if (wanted.uid !== undefined) {
    yield { ...blank, group: authenticationGroup, resource: 'uids', name: wanted.uid };
  }
}

function serviceAccount(user: string): { namespace: string; name: string } | undefined {
  if (!user.startsWith(serviceAccountPrefix)) {
    return undefined;
  }
  const [namespace = '', name = '', ...more] = user.slice(serviceAccountPrefix.length).split(':');
  return namespace === '' || name === '' || more.length > 0 ? undefined : { namespace, name };
}

function identity(wanted: Wanted): UserInfo {
  const account = serviceAccount(wanted.user);
  const groups = [...wanted.groups];
  if (account !== undefined && groups.length === 0) {
    groups.push('system:serviceaccounts', `system:serviceaccounts:${account.namespace}`);
  }
  const common = wanted.user === 'system:anonymous' ? 'system:unauthenticated' : 'system:authenticated';
  if (!groups.includes('system:authenticated') && !groups.includes('system:unauthenticated')) {
    groups.push(common);
  }
  return {
    username: wanted.user,
    ...(wanted.uid === undefined ? {} : { uid: wanted.uid }),
    groups,
    extra: wanted.extra,
  };
}
