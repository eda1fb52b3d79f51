import t from 'tap';
import { authenticatorChain } from '../chain.ts';
import { anonymousAuthenticator } from '../request/anonymous.ts';
import type { Credentials } from '../contract/authenticator.ts';
import { bearerToken, MalformedToken } from './bearer-token.ts';
import { tokenFileAuthenticator } from './token-file.ts';

const none: Credentials = { bearerToken: undefined, certificateChain: [], headers: {}, path: '/' };
const withToken = (token: string): Credentials => ({ ...none, bearerToken: token });

t.test('each column of the token file names a part of the user (AUTHN-029, AUTHN-030, AUTHN-031)', async (t) => {
  const method = tokenFileAuthenticator('t0p!,jane,42,"devs,""ops"""\nother,joe,\n\n');
  t.match(await method.authenticate(withToken('t0p!')), {
    outcome: 'accepted',
    user: { username: 'jane', uid: '42', groups: ['devs', '"ops"'] },
  });
  t.match(await method.authenticate(withToken('other')), {
    outcome: 'accepted',
    user: { username: 'joe', groups: [] },
  });
  t.strictSame(await method.authenticate(withToken('t0p')), { outcome: 'none' });
  t.strictSame(await method.authenticate(none), { outcome: 'none' });
});

t.test('a line that cannot be read is named without its token', async (t) => {
  t.throws(() => tokenFileAuthenticator('secret,jane'), {
    message: 'token file, line 1: at least token, user name and user uid are needed',
  });
  t.throws(() => tokenFileAuthenticator('a,b,c\nsecret,"jane,1'), {
    message: 'token file, line 2: a quote is not closed, or stands inside a column',
  });
});

t.test(
  'lines with an empty token are ignored, and the last line of a token is used; both with a warning',
  async (t) => {
    const warnings: string[] = [];
    const method = tokenFileAuthenticator('a,first,1\n,ignored,2\n"",ignored,3\na,second,4\n', (text) =>
      warnings.push(text),
    );
    t.strictSame(warnings, [
      'token file, line 2: the token is empty, so the line is ignored',
      'token file, line 3: the token is empty, so the line is ignored',
      'token file, line 4: replaces an earlier line with the same token',
    ]);
    t.match(await method.authenticate(withToken('a')), { outcome: 'accepted', user: { username: 'second' } });
    t.strictSame(await method.authenticate(withToken('')), { outcome: 'none' });
  },
);

t.test('columns are taken as they are, as other servers read them', async (t) => {
  const method = tokenFileAuthenticator(
    ' a, ann , 1\n#b,,1,"one, two,"\r\n"c""","li\nne",1,one,two\r\n\r\n\nd,x,1,""\ne,y,\r',
  );
  const users: Readonly<Record<string, object>> = {
    ' a': { username: ' ann ', uid: ' 1', groups: [] },
    '#b': { username: '', uid: '1', groups: ['one', ' two', ''] },
    'c"': { username: 'li\nne', uid: '1', groups: ['one'] },
    d: { username: 'x', uid: '1', groups: [''] },
    e: { username: 'y', groups: [] },
  };
  for (const [token, user] of Object.entries(users)) {
    const result = await method.authenticate(withToken(token));
    t.strictSame(result, { outcome: 'accepted', user: { ...user, extra: new Map() } }, token);
  }
  t.strictSame(await method.authenticate(withToken('a')), { outcome: 'none' });
  for (const wrong of ['# remark', 'a"b,c,1', '"a"b,c,1', '"a,b,1', ' ', 'a,b,1\nc,"d""'])
    t.throws(() => tokenFileAuthenticator(wrong), { message: /^token file, line \d/ }, wrong);
  t.doesNotThrow(() => tokenFileAuthenticator(''));
});

t.test('the first method that accepts decides, and adds the common group (AUTHN-021, AUTHN-023)', async (t) => {
  const chain = authenticatorChain([tokenFileAuthenticator('a,first,1'), tokenFileAuthenticator('a,second,2')]);
  const result = await chain.authenticate(withToken('a'));
  t.match(result, { outcome: 'accepted', user: { username: 'first', groups: ['system:authenticated'] } });
  t.equal(result, result);
});

t.test(
  'wrong credentials are refused although anonymous access is on (AUTHN-055, AUTHN-056, AUTHN-057, AUTHN-058)',
  async (t) => {
    const chain = authenticatorChain([tokenFileAuthenticator('a,b,c')], anonymousAuthenticator());
    t.match(await chain.authenticate(withToken('x')), { outcome: 'rejected' });
    t.match(await chain.authenticate(none), {
      outcome: 'accepted',
      user: { username: 'system:anonymous', groups: ['system:unauthenticated'] },
    });
    t.strictSame(await authenticatorChain([]).authenticate(none), { outcome: 'none' });
  },
);

t.test('anonymous access can be limited to paths (AUTHN-061)', async (t) => {
  const chain = authenticatorChain([], anonymousAuthenticator(['/healthz']));
  t.match(await chain.authenticate({ ...none, path: '/healthz' }), { outcome: 'accepted' });
  t.strictSame(await chain.authenticate({ ...none, path: '/healthz/' }), { outcome: 'none' });
});

t.test('the bearer scheme is read in any case; a token ends at a space (AUTHN-035, AUTHN-036)', async (t) => {
  const read = (authorization: string) => bearerToken({ authorization }, 'p.');
  t.equal(read('Bearer a.b-c~+/='), 'a.b-c~+/=');
  t.equal(read('bearer x'), 'x');
  t.equal(read(' Bearer x '), 'x');
  t.equal(read('Bearer a b'), 'a');
  t.equal(read('Bearer a b c'), 'a');
  for (const none of ['Bearer', 'Bearer ', 'Bearer  a', 'Bearer\ta', 'Basic x', 'Bearera', ''])
    t.equal(read(none), undefined, none);
  t.equal(bearerToken({ authorization: ['Basic x', 'Bearer a'] }, 'p.'), undefined, 'the first header counts');
});

t.test('a WebSocket client may send its token as a sub-protocol beside another one', async (t) => {
  const upgrade = 'WebSocket';
  const connection = 'keep-alive, Upgrade';
  const of = (token: string) => `p.${Buffer.from(token, 'latin1').toString('base64url')}`;
  const read = (...protocols: readonly string[]) =>
    bearerToken({ connection, upgrade, 'sec-websocket-protocol': protocols.join(', ') }, 'p.');
  t.equal(read(of('tok en'), 'chat'), 'tok en');
  t.equal(read('chat'), undefined);
  t.equal(read('p.', 'chat'), undefined);
  for (const wrong of [
    [of('a')],
    [of('a'), of('b'), 'chat'],
    ['p.!!', 'chat'],
    ['p.YQ==', 'chat'],
    [of('\xff'), 'chat'],
  ]) {
    t.ok(read(...wrong) instanceof MalformedToken, wrong.join());
  }
  const offer = `${of('a')}, chat`;
  t.equal(bearerToken({ 'sec-websocket-protocol': offer }, 'p.'), undefined, 'no WebSocket');
  for (const other of [undefined, 'close', 'upgrades']) {
    const asked = { connection: other, upgrade, 'sec-websocket-protocol': offer };
    t.equal(bearerToken(asked, 'p.'), undefined, `the connection stays as it is: ${other}`);
  }
  t.equal(
    bearerToken({ connection, upgrade, authorization: 'Bearer x', 'sec-websocket-protocol': of('a') }, 'p.'),
    'x',
  );
});

t.test(
  'credentials of a wrong form are refused, never anonymous, unless others are accepted (AUTHN-058)',
  async (t) => {
    const malformed = { bearerToken: undefined, malformed: 'of no form', certificateChain: [], headers: {}, path: '/' };
    const anonymous = anonymousAuthenticator();
    t.strictSame(await authenticatorChain([], anonymous).authenticate(malformed), {
      outcome: 'rejected',
      reason: 'of no form',
    });
    const user = { username: 'jane', groups: [], extra: new Map() };
    const knows = { name: 'x', authenticate: () => ({ outcome: 'accepted' as const, user }) };
    t.match(await authenticatorChain([knows], anonymous).authenticate(malformed), { user: { username: 'jane' } });
  },
);

t.test('whom a proxy passes on as anonymous is not among the authenticated users (AUTHN-023)', async (t) => {
  const asked = { bearerToken: undefined, certificateChain: [], headers: {}, path: '/' };
  const passedOn = (username: string) => {
    const user = { username, groups: ['devs'], extra: new Map() };
    return authenticatorChain([
      { name: 'x', authenticate: () => ({ outcome: 'accepted' as const, user }) },
    ]).authenticate(asked);
  };
  t.strictSame(((await passedOn('jane')) as { user: { groups: unknown } }).user.groups, [
    'devs',
    'system:authenticated',
  ]);
  t.strictSame(((await passedOn('system:anonymous')) as { user: { groups: unknown } }).user.groups, ['devs']);
});
