import { execFileSync } from 'node:child_process';
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import type { AddressInfo } from 'node:net';
import t from 'tap';

import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { systemClock } from '../process/time/system-clock.ts';
import { createAuthority, createSelfSigned, issueCertificate } from './authority.ts';
import { readCertificate, signCertificate } from './certificate.ts';

const clock = systemClock;

function opensslVerifies(folder: string, authority: string, certificate: string, purpose: string): string {
  writeFileSync(join(folder, 'authority.pem'), authority);
  writeFileSync(join(folder, 'certificate.pem'), certificate);
  const words = ['verify', '-x509_strict', '-purpose', purpose, '-CAfile', 'authority.pem', 'certificate.pem'];
  return execFileSync('openssl', words, { cwd: folder, encoding: 'utf8' });
}

t.test('an authority and what it issues pass the strict check of openssl and of node:crypto', (t) => {
  const folder = t.testdir();
  const authority = createAuthority({ commonName: 'orch-authority', clock });
  const issued = issueCertificate(authority, {
    commonName: 'system:node:n1',
    organizations: ['system:nodes', 'zweite Gruppe: Ä'],
    dnsNames: ['n1.example', '*.n1.example'],
    ipAddresses: ['10.1.2.3', '2001:db8::1', '::1', '::ffff:1.2.3.4'],
    usages: ['client', 'server'],
    clock,
  });
  t.match(opensslVerifies(folder, authority.certificatePem, issued.certificatePem, 'sslclient'), 'certificate.pem: OK');
  t.match(opensslVerifies(folder, authority.certificatePem, issued.certificatePem, 'sslserver'), 'certificate.pem: OK');
  const root = new X509Certificate(authority.certificatePem);
  const leaf = new X509Certificate(issued.certificatePem);
  t.ok(root.ca);
  t.notOk(leaf.ca);
  t.ok(root.verify(root.publicKey));
  t.ok(leaf.checkIssued(root));
  t.ok(leaf.verify(root.publicKey));
  t.ok(leaf.checkPrivateKey(createPrivateKey(issued.keyPem)));
  t.equal(leaf.checkHost('n1.example'), 'n1.example');
  for (const address of ['10.1.2.3', '2001:db8::1', '::1']) t.equal(leaf.checkIP(address), address);
  t.match(leaf.subject, 'O=system:nodes');
  t.strictSame(leaf.keyUsage, ['1.3.6.1.5.5.7.3.2', '1.3.6.1.5.5.7.3.1'].sort().reverse());
  t.match(readCertificate(issued.certificatePem), {
    commonName: 'system:node:n1',
    organizations: ['system:nodes', 'zweite Gruppe: Ä'],
    dnsNames: ['n1.example', '*.n1.example'],
    ipAddresses: ['10.1.2.3', '2001:db8::1', '::1', '::ffff:102:304'],
  });
  t.end();
});

t.test('the validity begins five minutes ago and ends after the days asked for, but not after the authority', (t) => {
  const fake = new FakeClock(Date.UTC(2049, 11, 30));
  const authority = createAuthority({ commonName: 'a', days: 10, clock: fake });
  const day = 24 * 3600_000;
  const short = readCertificate(
    issueCertificate(authority, { commonName: 'x', usages: ['client'], days: 1, clock: fake }).certificatePem,
  );
  t.equal(short.notBefore, fake.now() - 300_000);
  t.equal(short.notAfter, fake.now() + day);
  const long = issueCertificate(authority, { commonName: 'x', usages: ['client'], clock: fake });
  t.equal(readCertificate(long.certificatePem).notAfter, fake.now() + 10 * day);
  t.match(new X509Certificate(long.certificatePem).validTo, 'Jan  9 00:00:00 2050 GMT');
  t.end();
});

t.test('a certificate for a given public key has that key and gives no private one', (t) => {
  const authority = createAuthority({ commonName: 'a', clock });
  for (const { publicKey } of [generateKeyPairSync('rsa', { modulusLength: 2048 }), generateKeyPairSync('ed25519')]) {
    const issued = issueCertificate(authority, { commonName: 'x', usages: ['client'], clock, publicKey });
    t.strictSame(Object.keys(issued), ['certificatePem']);
    t.ok(new X509Certificate(issued.certificatePem).publicKey.equals(publicKey));
  }
  t.end();
});

t.test('authorities made by others sign with their own kind of key', (t) => {
  const folder = t.testdir();
  for (const kind of [['rsa:2048'], ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'], ['ed25519']]) {
    const words = [
      'req',
      '-x509',
      '-nodes',
      '-newkey',
      ...kind,
      '-subj',
      '/C=DE/O=Old/CN=old',
      '-days',
      '30',
      '-addext',
      'keyUsage=keyCertSign',
    ];
    execFileSync('openssl', [...words, '-keyout', 'key', '-out', 'cert'], { cwd: folder, stdio: 'ignore' });
    const read = (name: string): string => execFileSync('cat', [name], { cwd: folder, encoding: 'utf8' });
    const authority = { certificatePem: read('cert'), keyPem: read('key') };
    const issued = issueCertificate(authority, { commonName: 'x', dnsNames: ['x'], usages: ['server'], clock });
    t.match(
      opensslVerifies(folder, authority.certificatePem, issued.certificatePem, 'sslserver'),
      'OK',
      kind[0] as string,
    );
  }
  t.end();
});

t.test('a self-signed pair serves TLS', async (t) => {
  const pair = createSelfSigned({
    commonName: 'localhost',
    dnsNames: ['localhost'],
    ipAddresses: ['127.0.0.1'],
    clock,
  });
  const server = createServer({ cert: pair.certificatePem, key: pair.keyPem }, (socket) => socket.end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: pair.certificatePem });
    socket.once('data', (data) => resolve(data.toString()));
    socket.once('error', reject);
  });
  t.equal(text, 'hello');
  server.close();
});

t.test('usages named as the API names them become their bits and identifiers', (t) => {
  const folder = t.testdir();
  const authority = createAuthority({ commonName: 'a', clock });
  const issued = issueCertificate(authority, {
    commonName: 'x',
    usages: ['key encipherment', 'decipher only', 'code signing', 'email protection', 's/mime'],
    clock,
  });
  writeFileSync(join(folder, 'c'), issued.certificatePem);
  const text = execFileSync('openssl', ['x509', '-in', 'c', '-noout', '-text'], { cwd: folder, encoding: 'utf8' });
  t.match(text, /Key Usage: critical\s+Key Encipherment, Decipher Only\n/);
  t.match(text, /Extended Key Usage: \n\s+Code Signing, E-mail Protection\n/);
  t.end();
});

t.test('a key that cannot sign is refused', (t) => {
  const { privateKey, publicKey } = generateKeyPairSync('x25519');
  const content = {
    subject: { commonName: 'x', organizations: [] },
    alternativeNames: {},
    publicKey,
    notBefore: 0,
    notAfter: 1000,
    usages: [],
    authority: false,
  };
  const issuer = { name: Buffer.alloc(0), keyIdentifier: Buffer.alloc(20), key: privateKey };
  t.throws(() => signCertificate(content, issuer), { message: 'a key of type x25519 cannot sign certificates' });
  t.end();
});
