import { X509Certificate } from 'node:crypto';
import t from 'tap';
import { createAuthority, issueCertificate } from '../../../shared/certificates/authority.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { Authentication, Credentials } from '../contract/authenticator.ts';
import { requestHeaderAuthenticator, type RequestHeaderOptions } from './request-header.ts';
import { x509Authenticator } from '../certificate/x509.ts';

const clock = new FakeClock();
const ca = createAuthority({ commonName: 'proxies', clock });
const other = createAuthority({ commonName: 'users', clock });
const certificateOf = (authority: typeof ca, commonName: string): Buffer =>
  new X509Certificate(issueCertificate(authority, { commonName, usages: ['client'], clock }).certificatePem).raw;

const names: Omit<RequestHeaderOptions, 'certificates'> = {
  allowedNames: [],
  usernameHeaders: ['X-Remote-User', 'X-User'],
  uidHeaders: ['X-Remote-Uid'],
  groupHeaders: ['X-Remote-Group', 'X-Group'],
  extraHeaderPrefixes: ['X-Remote-Extra-'],
};
const certificates = x509Authenticator({ clientCa: ca.certificatePem, vendor: vendorOf('orch'), clock });

/** Header names as an exchange has them: in lower case. */
function ask(
  headers: Credentials['headers'],
  chain: readonly Buffer[] = [certificateOf(ca, 'proxy')],
  more: Partial<RequestHeaderOptions> = {},
): Authentication | Promise<Authentication> {
  const method = requestHeaderAuthenticator({ certificates, ...names, ...more });
  return method.authenticate({ bearerToken: undefined, certificateChain: chain, headers, path: '/' });
}

t.test('a proxy names the user in the configured headers (REQHDR-002 to REQHDR-010)', async (t) => {
  const result = await ask({
    'x-remote-user': 'jane',
    'x-user': 'joe',
    'x-remote-uid': '7',
    'x-remote-group': ['devs', 'ops'],
    'x-group': 'more',
    'x-remote-extra-acme.com%2fproject': ['a', 'b'],
    'x-remote-extra-scopes': 'view',
    'x-remote-extra-%zz': 'kept',
  });
  t.match(result, {
    outcome: 'accepted',
    user: { username: 'jane', uid: '7', groups: ['devs', 'ops', 'more'] },
  });
  t.strictSame(result.outcome === 'accepted' && [...result.user.extra], [
    ['acme.com/project', ['a', 'b']],
    ['scopes', ['view']],
    ['%zz', ['kept']],
  ]);
  t.match(await ask({ 'x-remote-user': '', 'x-user': 'joe' }), {
    outcome: 'accepted',
    user: { username: 'joe', groups: [] },
  });
});

t.test(
  'keys of extra fields have small letters unless they are encoded, values are UTF-8, empty groups do not count',
  async (t) => {
    const result = await ask({
      'x-remote-user': Buffer.from('jäne').toString('latin1'),
      'x-remote-group': ['', 'devs'],
      'x-remote-extra-': 'none',
      'x-remote-extra-%41b': 'big',
      'x-remote-extra-ab': 'small',
      'x-remote-extra-%c3%a4': 'letter',
      'x-remote-extra-%ff': 'byte',
      'x-remote-extra-__proto__': 'odd',
    });
    t.match(result, { user: { username: 'jäne', groups: ['devs'] } });
    t.strictSame(result.outcome === 'accepted' && [...result.user.extra], [
      ['', ['none']],
      ['Ab', ['big']],
      ['ab', ['small']],
      ['ä', ['letter']],
      ['\ufffd', ['byte']],
      ['__proto__', ['odd']],
    ]);
  },
);

t.test('without a header of the user name the method has nothing to say', async (t) => {
  t.strictSame(await ask({ 'x-remote-group': 'system:masters' }), { outcome: 'none' });
});

t.test('headers count only with a certificate of the proxies (REQHDR-012, REQHDR-013)', async (t) => {
  t.strictSame(await ask({ 'x-remote-user': 'jane' }, []), { outcome: 'none' });
  t.strictSame(await ask({ 'x-remote-user': 'jane' }, [certificateOf(other, 'proxy')]), { outcome: 'none' });
});

t.test('a proxy whose name is not allowed is refused (REQHDR-014, REQHDR-016U, REQHDR-017)', async (t) => {
  const more = { allowedNames: ['front', 'back'] };
  const jane = { 'x-remote-user': 'jane' };
  t.match(await ask(jane, [certificateOf(ca, 'proxy')], more), { outcome: 'rejected', reason: /"proxy"/ });
  t.match(await ask(jane, [certificateOf(ca, 'back')], more), { outcome: 'accepted' });
  t.match(await ask(jane, [certificateOf(ca, 'anyone')]), { outcome: 'accepted' }, 'no list allows every name');
});
