import { createPrivateKey, X509Certificate } from 'node:crypto';
import t from 'tap';
import {
  createAuthority,
  createSelfSigned,
  issueCertificate,
  type KeyPair,
} from '../../../shared/certificates/authority.ts';
import { keyIdentifierOf, signCertificate } from '../../../shared/certificates/certificate.ts';
import { newKey } from '../../../shared/certificates/key.ts';
import { encodeName } from '../../../shared/certificates/subject.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { Credentials } from '../contract/authenticator.ts';
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

t.test('a certificate of another authority, or a self-signed one, is refused (AUTHN-028, AUTHN-065)', async (t) => {
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
  t.strictSame(await method.authenticate(presented()), { outcome: 'none' });
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

t.test('a certificate that names no extended usage is meant for clients too', async (t) => {
  const method = x509Authenticator({ clientCa: ca.certificatePem, vendor: vendorOf('orch'), clock });
  const certificatePem = signedBelowCa({ commonName: 'jane', usages: ['digital signature'] });
  t.match(await method.authenticate(presented(der({ certificatePem }))), {
    outcome: 'accepted',
    user: { username: 'jane' },
  });
});

t.test('of a long chain only the first six certificates are read', async (t) => {
  const method = x509Authenticator({ clientCa: ca.certificatePem, vendor: vendorOf('orch'), clock });
  const leaf = der(issueCertificate(ca, { commonName: 'jane', usages: ['client'], clock }));
  const junk = Buffer.from('junk');
  t.match(await method.authenticate(presented(leaf, leaf, leaf, leaf, leaf, leaf, junk)), { outcome: 'accepted' });
  const other = der(issueCertificate(ca, { commonName: 'joe', usages: ['client'], clock }));
  t.match(await method.authenticate(presented(other, other, other, other, other, junk)), {
    outcome: 'rejected',
    reason: /cannot be read/,
  });
});

t.test('a bundle without a certificate is a start-up error', async (t) => {
  t.throws(() => x509Authenticator({ clientCa: 'nothing', vendor: vendorOf('orch'), clock }), /no certificate/);
});

interface Below {
  readonly commonName: string;
  readonly usages: Parameters<typeof signCertificate>[0]['usages'];
  readonly key?: ReturnType<typeof newKey>;
  readonly hours?: number;
  readonly authority?: boolean;
}

/** A certificate that `ca` signed, in PEM. */
function signedBelowCa({ commonName, usages, key = newKey(), hours = 1, authority = false }: Below): string {
  const above = new X509Certificate(ca.certificatePem).publicKey;
  return signCertificate(
    {
      subject: { commonName, organizations: [] },
      alternativeNames: {},
      publicKey: key.publicKey,
      notBefore: clock.now() - 60_000,
      notAfter: clock.now() + hours * 3600_000,
      usages,
      authority,
    },
    {
      name: encodeName({ commonName: 'ca', organizations: [] }),
      keyIdentifier: keyIdentifierOf(above.export({ type: 'spki', format: 'der' })),
      key: createPrivateKey(ca.keyPem),
    },
  );
}

/** An authority between `ca` and its clients, valid for so many hours; of a key that was there before, when given. */
function authorityBelow(hours: number, key = newKey()): KeyPair & { readonly key: ReturnType<typeof newKey> } {
  const certificatePem = signedBelowCa({ commonName: 'between', usages: ['cert sign'], key, hours, authority: true });
  return { certificatePem, keyPem: key.keyPem, key };
}

t.test('a certificate that was verified is known on further connections, by the same authorities only', async (t) => {
  const vendor = vendorOf('orch');
  const between = authorityBelow(48);
  const leaf = der(issueCertificate(between, { commonName: 'jane', usages: ['client'], clock }));
  const method = x509Authenticator({ clientCa: ca.certificatePem, vendor, clock });
  t.match(await method.authenticate(presented(leaf)), { outcome: 'rejected', reason: /unknown authority/ });
  const whole = await method.authenticate(presented(leaf, der(between)));
  t.match(whole, { outcome: 'accepted', user: { username: 'jane' } }, 'a refusal is not remembered');
  // As on a resumed TLS session, which holds no more than the leaf.
  t.strictSame(await method.authenticate(presented(Buffer.from(leaf))), whole);

  const other = createAuthority({ commonName: 'ca', clock });
  const replaced = x509Authenticator({ clientCa: other.certificatePem, vendor, clock });
  t.match(await replaced.authenticate(presented(leaf, der(between))), {
    outcome: 'rejected',
    reason: /unknown authority/,
  });
});

t.test('a cached certificate expires with its path, and a longer path is found again', async (t) => {
  const time = new FakeClock();
  const method = x509Authenticator({ clientCa: ca.certificatePem, vendor: vendorOf('orch'), clock: time });
  const long = authorityBelow(48);
  const short = authorityBelow(1, long.key);
  const leaf = der(issueCertificate(long, { commonName: 'jane', usages: ['client'], clock }));
  const open = presented(leaf, der(short));
  t.match(await method.authenticate(open), { outcome: 'accepted' });
  await time.advance(2 * 3600_000);
  t.match(await method.authenticate(open), { outcome: 'rejected', reason: /expired/ }, 'on the connection it came on');
  t.match(await method.authenticate(presented(leaf, der(short))), { outcome: 'rejected', reason: /expired/ });

  t.match(
    await method.authenticate(presented(leaf, der(long))),
    { outcome: 'accepted' },
    'the same key, valid for longer',
  );
});

t.test('of too many certificates those that were not used for longest are forgotten', async (t) => {
  const method = x509Authenticator({ clientCa: ca.certificatePem, vendor: vendorOf('orch'), clock, mostKnown: 2 });
  const between = authorityBelow(48);
  const leaf = (commonName: string): Buffer =>
    der(issueCertificate(between, { commonName, usages: ['client'], clock }));
  const [first, second, third] = [leaf('first'), leaf('second'), leaf('third')];
  const outcomes = async (...leaves: Buffer[]): Promise<string[]> =>
    Promise.all(leaves.map(async (one) => (await method.authenticate(presented(one))).outcome));
  for (const one of [first, second]) await method.authenticate(presented(one, der(between)));
  t.strictSame(await outcomes(first), ['accepted']);
  await method.authenticate(presented(third, der(between)));
  t.strictSame(await outcomes(first, second, third), ['accepted', 'rejected', 'accepted']);
});
