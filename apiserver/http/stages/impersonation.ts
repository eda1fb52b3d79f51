// Impersonation: lets a caller with the right to do so act as another user (requirements IMP): each part of the wanted
// identity is authorized for the caller, then nothing of the caller remains.

import { isDns1123Label, isDns1123Subdomain } from '../../../shared/object/names.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import { extraKey, headerText } from '../../authentication/request/header-text.ts';
import type { Authorizer, ResourceAttributes } from '../../authorization/contract/authorizer.ts';
import { forbiddenAccess } from '../error/forbidden-access.ts';
import { PlainTextError } from '../error/plain-text-error.ts';
import { firstValue, type RequestHeaders } from '../header/repeated-headers.ts';
import type { Next, RequestContext, Stage } from '../contract/stage.ts';

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
      const decision = await authorizer.authorize(attributes, context);
      if (decision.outcome !== 'allow') {
        throw forbiddenAccess(attributes, decision.reason);
      }
    }
    context.user = identity(wanted);
    await next(context);
  };
  return (next) => (context) => {
    const wanted = wantedIdentity(context.exchange.headers, context.exchange.url, authenticationGroup);
    return wanted === undefined ? next(context) : become(context, next, wanted);
  };
}

function wantedIdentity(headers: RequestHeaders, url: string, authenticationGroup: string): Wanted | undefined {
  const user = textOf(headers[userHeader]);
  const groups = allValues(headers[groupHeader]);
  // An empty one counts as none, as that of the user does; an empty group is a group.
  const uid = textOf(headers[uidHeader]) || undefined;
  const extra = extraValues(headers);
  if (user !== '') {
    return { user, groups, uid, extra };
  }
  if (groups.length === 0 && uid === undefined && extra.size === 0) {
    return undefined;
  }
  const wanted = references({ groups, uid, extra }, authenticationGroup);
  const fault = `requested [${wanted}] without impersonating a user`;
  throw new PlainTextError(500, `Internal Server Error: ${JSON.stringify(url)}: ${fault}\n`);
}

/** What was asked for, as object references: kind, namespace, name, uid, API version, resource version and field path. */
function references({ groups, uid, extra }: Omit<Wanted, 'user'>, group: string): string {
  const reference = (kind: string, name: string, apiVersion = '', fieldPath = ''): string =>
    `{${[kind, '', name, '', apiVersion, '', fieldPath].join(' ')}}`;
  const version = `${group}/v1`;
  return [
    ...groups.map((name) => reference('Group', name)),
    ...[...extra].flatMap(([key, values]) => values.map((name) => reference('UserExtra', name, version, key))),
    ...(uid === undefined ? [] : [reference('UID', uid, version)]),
  ].join(' ');
}

function textOf(value: string | readonly string[] | undefined): string {
  return headerText(firstValue(value) ?? '');
}

function allValues(value: string | readonly string[] | undefined): readonly string[] {
  return value === undefined ? [] : [value].flat().map(headerText);
}

const noExtra: ReadonlyMap<string, readonly string[]> = new Map();

function extraValues(headers: RequestHeaders): ReadonlyMap<string, readonly string[]> {
  let extra: Map<string, readonly string[]> | undefined;
  for (const name in headers) {
    if (name.startsWith(extraPrefix)) {
      extra ??= new Map();
      const key = extraKey(name.slice(extraPrefix.length));
      extra.set(key, [...(extra.get(key) ?? []), ...allValues(headers[name])]);
    }
  }
  return extra ?? noExtra;
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

/** A name that no service account can have is that of a user, even behind the prefix. */
function serviceAccount(user: string): { namespace: string; name: string } | undefined {
  if (!user.startsWith(serviceAccountPrefix)) {
    return undefined;
  }
  const [namespace = '', name = '', ...more] = user.slice(serviceAccountPrefix.length).split(':');
  const possible = isDns1123Label(namespace) && isDns1123Subdomain(name) && more.length === 0;
  return possible ? { namespace, name } : undefined;
}

function identity(wanted: Wanted): UserInfo {
  const account = serviceAccount(wanted.user);
  const groups = [...wanted.groups];
  if (account !== undefined && groups.length === 0) {
    groups.push('system:serviceaccounts', `system:serviceaccounts:${account.namespace}`);
  }
  const unauthenticated = groups.includes('system:unauthenticated');
  if (wanted.user === 'system:anonymous') {
    if (!unauthenticated) groups.push('system:unauthenticated');
  } else if (!unauthenticated && !groups.includes('system:authenticated')) {
    groups.push('system:authenticated');
  }
  return {
    username: wanted.user,
    ...(wanted.uid === undefined ? {} : { uid: wanted.uid }),
    groups,
    extra: wanted.extra,
  };
}
