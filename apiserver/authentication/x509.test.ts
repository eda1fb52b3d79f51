import { X509Certificate } from 'node:crypto';
import t from 'tap';
import {
  createAuthority,
  createSelfSigned,
  issueCertificate,
  type KeyPair,
} from '../../shared/certificates/authority.ts';
import { FakeClock } from '../../shared/process/fake-clock.ts';
import { vendorOf } from '../../shared/vendor/profile.ts';
import type { Credentials } from './authenticator.ts';
import { x509Authenticator } from './x509.ts';

const clock = new FakeClock();
const ca = createAuthority({ commonName: 'ca', clock });
const der = (pair: Pick<KeyPair, 'certificatePem'>): Buffer => new X509Certificate(pair.certificatePem).raw;
const presented = (...chain: Buffer[]): Credentials => ({
  bearerToken: undefined,
  certificateChain: chain,
  headers: {},
  path: '/',
});

for (const id of ['orch', 'kubernetes'] as const) {
  t.test(
    `${id}: the common name is the user and each organization a group (AUTHN-016, AUTHN-025 to AUTHN-027)`,
    async (t) => {
      const vendor = vendorOf(id);
      const method = x509Authenticator({ clientCa: ca.certificatePem, vendor, clock });
      const pair = issueCertificate(ca, {
        commonName: 'jäne, "x"',
        organizations: ['a', 'b'],
        usages: ['client'],
        clock,
      });
      const result = await method.authenticate(presented(der(pair)));
      t.match(result, { outcome: 'accepted', user: { username: 'jäne, "x"', groups: ['a', 'b'] } });
      const key = vendor.fill('authentication.{label}/credential-id');
      t.match(result.outcome === 'accepted' && result.user.extra.get(key), [/^X509SHA256=[0-9a-f]{64}$/]);
    },
  );
}

t.test('a certificate of another authority, or of nobody, is refused (AUTHN-028, AUTHN-065)', async (t) => {
  const method = x509Authenticator({ clientCa: ca.certificatePem, vendor: vendorOf('orch'), clock });
  const other = createAuthority({ commonName: 'ca', clock });
  const foreign = issueCertificate(other, { commonName: 'admin', usages: ['client'], clock });
  t.match(await method.authenticate(presented(der(foreign))), { outcome: 'rejected', reason: /unknown authority/ });
  t.match(await method.authenticate(presented(der(foreign), der(other))), {
    outcome: 'rejected',
    reason: /unknown authority/,
  });
  const alone = createSelfSigned({ commonName: 'admin', clock });
  t.match(await method.authenticate(presented(der(alone))), { outcome: 'rejected', reason: /unknown authority/ });
  t.same(await method.authenticate(presented()), { outcome: 'none' });
  t.match(await method.authenticate(presented(Buffer.from('junk'))), { outcome: 'rejected', reason: /cannot be read/ });
});

t.test('a serving certificate, and one that has expired meanwhile, do not count', async (t) => {
  const time = new FakeClock();
  const method = x509Authenticator({ clientCa: ca.certificatePem, vendor: vendorOf('orch'), clock: time });
  const serving = issueCertificate(ca, { commonName: 'x', usages: ['server'], clock });
  t.match(await method.authenticate(presented(der(serving))), { outcome: 'rejected', reason: /not meant for clients/ });
  const short = presented(der(issueCertificate(ca, { commonName: 'x', usages: ['client'], days: 1, clock })));
  t.match(await method.authenticate(short), { outcome: 'accepted' });
  await time.advance(25 * 3600_000);
  t.match(await method.authenticate(short), { outcome: 'rejected', reason: /expired/ });
});

t.test('a bundle without a certificate is a start-up error', async (t) => {
  t.throws(() => x509Authenticator({ clientCa: 'nothing', vendor: vendorOf('orch'), clock }), /no certificate/);
});
