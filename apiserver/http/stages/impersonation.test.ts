// Who a request is after its impersonation headers, and what is asked of the authorizer for it, as the usual server does it.

import t from 'tap';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import type { Authorizer, ResourceAttributes } from '../../authorization/contract/authorizer.ts';
import type { RequestContext } from '../contract/stage.ts';
import { impersonation } from './impersonation.ts';

const vendor = vendorOf('orch');
const group = vendor.fill('authentication.{api}');

type Headers = Readonly<Record<string, string | string[]>>;

/** Header names in lower case, as an exchange has them. Allows what `allows` says, by default all. */
async function become(headers: Headers, allows: (asked: string) => boolean = () => true) {
  const questions: string[] = [];
  const authorizer: Authorizer = {
    authorize: async (attributes) => {
      const { group, resource, subresource, namespace, name } = attributes as ResourceAttributes;
      const asked = [group, resource, subresource, namespace, name].join('|');
      questions.push(asked);
      return { outcome: allows(asked) ? 'allow' : 'no-opinion', reason: '' };
    },
  } as Authorizer;
  const caller: UserInfo = { username: 'caller', groups: ['system:masters'], extra: new Map() };
  const context = {
    exchange: { headers, url: '/x' },
    user: caller,
    signal: new AbortController().signal,
  } as unknown as RequestContext;
  let user: UserInfo | undefined;
  await impersonation(
    authorizer,
    vendor,
  )((after) => {
    ({ user } = after);
  })(context);
  return { user: user as UserInfo, questions };
}

const jane = { 'impersonate-user': 'jane' };

t.test('keys of extra fields have small letters unless they are encoded (IMP-008)', async (t) => {
  const { user, questions } = await become({
    ...jane,
    'impersonate-extra-%41b': 'x',
    'impersonate-extra-': 'none',
    'impersonate-extra-acme.com%2fproject': ['p', 'q'],
    'impersonate-extra-%zz': 'kept',
    'impersonate-extra-%ff': 'byte',
  });
  t.strictSame(
    [...user.extra],
    [
      ['Ab', ['x']],
      ['', ['none']],
      ['acme.com/project', ['p', 'q']],
      ['%zz', ['kept']],
      ['\ufffd', ['byte']],
    ],
  );
  const extras = `${group}|userextras`;
  t.strictSame(questions.slice(1), [
    `${extras}|Ab||x`,
    `${extras}|||none`,
    `${extras}|acme.com/project||p`,
    `${extras}|acme.com/project||q`,
    `${extras}|%zz||kept`,
    `${extras}|\ufffd||byte`,
  ]);
  const refused = become({ ...jane, 'impersonate-extra-%41b': 'x' }, (asked) => !asked.includes('|Ab|'));
  await t.rejects(refused, { code: 403 }, 'the right to one key is no right to another');
});

t.test('an invalid service account name is a user, and needs the right to impersonate users', async (t) => {
  const prefix = 'system:serviceaccount:';
  for (const name of ['Bad_NS:sa', 'ns:Bad SA', 'a.b:sa', ':sa', 'ns:', 'a:b:c', `${'x'.repeat(64)}:sa`]) {
    const { user, questions } = await become({ 'impersonate-user': `${prefix}${name}` });
    t.strictSame(questions, [`|users|||${prefix}${name}`], name);
    t.strictSame(user.groups, ['system:authenticated'], name);
  }
  const { user, questions } = await become({ 'impersonate-user': `${prefix}ns:a.b` });
  t.strictSame(questions, ['|serviceaccounts||ns|a.b']);
  const accounts = ['system:serviceaccounts', 'system:serviceaccounts:ns'];
  t.strictSame(user.groups, [...accounts, 'system:authenticated']);
  const named = await become({ 'impersonate-user': `${prefix}ns:a.b`, 'impersonate-group': 'dev' });
  t.strictSame(named.user.groups, ['dev', 'system:authenticated'], 'groups that are named are all that there are');
});

t.test('the anonymous user is unauthenticated, with any groups', async (t) => {
  const groupsOf = async (user: string, ...groups: string[]) =>
    (await become({ 'impersonate-user': user, ...(groups.length === 0 ? {} : { 'impersonate-group': groups }) })).user
      .groups;
  t.strictSame(await groupsOf('system:anonymous', 'system:authenticated'), [
    'system:authenticated',
    'system:unauthenticated',
  ]);
  t.strictSame(await groupsOf('system:anonymous', 'dev'), ['dev', 'system:unauthenticated']);
  t.strictSame(await groupsOf('jane', 'system:unauthenticated'), ['system:unauthenticated']);
  const { questions } = await become({ ...jane, 'impersonate-group': 'system:masters' });
  t.strictSame(
    questions,
    ['|users|||jane', '|groups|||system:masters'],
    'the group of masters is asked for like any other',
  );
});

t.test('an empty uid is ignored; other headers without a user are an error that names them', async (t) => {
  t.match((await become({ 'impersonate-uid': '' })).user, { username: 'caller' });
  const { user, questions } = await become({ ...jane, 'impersonate-uid': '' });
  t.notOk('uid' in user);
  t.equal(questions.length, 1);
  const refused = async (headers: Headers, what: string) => {
    const words = `Internal Server Error: "/x": requested [${what}] without impersonating a user\n`;
    await t.rejects(become(headers), { status: 500, message: words });
  };
  await refused({ 'impersonate-uid': '7' }, `{UID  7  ${group}/v1  }`);
  await refused({ 'impersonate-group': ['g', ''] }, '{Group  g    } {Group      }');
  await refused({ 'impersonate-extra-a': 'x' }, `{UserExtra  x  ${group}/v1  a}`);
  await refused({ 'impersonate-user': ['', 'jane'], 'impersonate-group': 'g' }, '{Group  g    }');
});

t.test('names are UTF-8', async (t) => {
  const { user } = await become({
    'impersonate-user': Buffer.from('jäne').toString('latin1'),
    'impersonate-group': ['j\u00e4ne'],
  });
  t.equal(user.username, 'jäne');
  t.equal(user.groups[0], 'j\ufffdne', 'other bytes are shown as such');
});
