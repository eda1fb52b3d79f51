import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';

import { systemClock } from '../process/time/system-clock.ts';
import { createAuthority, issueCertificate } from './authority.ts';
import { readCertificate } from './certificate.ts';
import { DerError } from './der-reader.ts';
import { fromPem, PemError, toPem } from './pem.ts';
import { createRequest, parseRequest, RequestError } from './request.ts';
import { explore } from '../../fixtures/shared/explore.fixture.ts';

const names = {
  commonName: 'system:node:n1',
  organizations: ['system:nodes'],
  dnsNames: ['n1', 'n1.example'],
  ipAddresses: ['10.0.0.1', 'fe80::1'],
  emails: ['a@example.org'],
  uris: ['spiffe://example/n1'],
};

t.test('a request that was made here is read back as it was meant, here and by openssl', (t) => {
  const folder = t.testdir();
  const { requestPem, keyPem } = createRequest(names);
  t.match(parseRequest(requestPem), { ...names, signatureValid: true, otherNames: 0, extensions: ['2.5.29.17'] });
  writeFileSync(join(folder, 'request'), requestPem);
  const text = execFileSync('openssl', ['req', '-in', 'request', '-verify', '-noout', '-text'], {
    cwd: folder,
    encoding: 'utf8',
  });
  t.match(text, 'O = system:nodes, CN = system:node:n1');
  t.match(text, 'DNS:n1, DNS:n1.example, IP Address:10.0.0.1');
  t.match(createRequest({ commonName: 'again', keyPem }).keyPem, keyPem);
  t.match(parseRequest(createRequest({ commonName: 'bare' }).requestPem), {
    commonName: 'bare',
    organizations: [],
    extensions: [],
  });
  t.end();
});

t.test('requests of openssl are read: several organizations in one set, several kinds of key', (t) => {
  const folder = t.testdir();
  for (const kind of [['rsa:2048'], ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'], ['ed25519']]) {
    const words = [
      'req',
      '-new',
      '-nodes',
      '-newkey',
      ...kind,
      '-multivalue-rdn',
      '-subj',
      '/C=DE/O=one+O=two/CN=user',
    ];
    const san = [
      '-addext',
      'subjectAltName=DNS:a.example,otherName:1.2.3.4;UTF8:x',
      '-addext',
      'basicConstraints=CA:TRUE',
    ];
    execFileSync('openssl', [...words, ...san, '-keyout', 'key', '-out', 'request'], { cwd: folder, stdio: 'ignore' });
    const request = parseRequest(readFileSync(join(folder, 'request'), 'utf8'));
    t.match(
      request,
      { commonName: 'user', dnsNames: ['a.example'], otherNames: 1, signatureValid: true },
      kind[0] as string,
    );
    t.strictSame([...request.organizations].sort(), ['one', 'two']);
    t.ok(request.extensions.includes('2.5.29.19'));
  }
  t.end();
});

t.test('a signer can keep the whole subject and all names of a request', (t) => {
  const folder = t.testdir();
  const words = [
    'req',
    '-new',
    '-nodes',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-keyout',
    'key',
    '-out',
    'request',
  ];
  const names = [
    '-subj',
    '/C=DE/OU=unit/O=one/CN=user',
    '-addext',
    'subjectAltName=email:a@b.example,URI:spiffe://x/y',
  ];
  execFileSync('openssl', [...words, ...names], { cwd: folder, stdio: 'ignore' });
  const request = parseRequest(readFileSync(join(folder, 'request'), 'utf8'));
  const authority = createAuthority({ commonName: 'a', clock: systemClock });
  const { certificatePem } = issueCertificate(authority, { ...request, usages: ['client'], clock: systemClock });
  const certificate = new X509Certificate(certificatePem);
  t.equal(certificate.subject, 'C=DE\nOU=unit\nO=one\nCN=user');
  t.equal(certificate.subjectAltName, 'email:a@b.example, URI:spiffe://x/y');
  t.ok(certificate.publicKey.equals(request.publicKey));
  t.end();
});

t.test('a request signed with another key is read and marked', (t) => {
  const [der] = fromPem(createRequest(names).requestPem, 'CERTIFICATE REQUEST');
  const forged = Buffer.from(der as Buffer);
  const at = forged.indexOf('system:node:n1');
  forged.write('system:node:n2', at);
  t.match(parseRequest(toPem('CERTIFICATE REQUEST', forged)), { commonName: 'system:node:n2', signatureValid: false });
  t.end();
});

t.test('malformed requests are refused with the reason', (t) => {
  const request = createRequest(names).requestPem;
  const cases: [string, RegExp][] = [
    ['', /PEM block type must be CERTIFICATE REQUEST/],
    [request + request, /found 2/],
    ['-----BEGIN CERTIFICATE REQUEST-----\nAAAA', /does not end/],
    [toPem('CERTIFICATE REQUEST', Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff])), /data end within an element/],
    [toPem('CERTIFICATE REQUEST', Buffer.from([0x30, 0x80, 0, 0])), /length of a form/],
    [request.replace(/\n.{4}/, '\n****'), /not base64/],
    ['x'.repeat(1 << 21), /more than 1048576/],
  ];
  for (const [pem, message] of cases) t.throws(() => parseRequest(pem), { name: 'RequestError', message });
  t.end();
});

t.test('a common name with a NUL character is refused', (t) => {
  t.throws(() => parseRequest(createRequest({ commonName: 'admin\0.example' }).requestPem), { message: /NUL/ });
  t.end();
});

t.test('no bytes make the readers hang or fail in any other way than their own errors', (t) => {
  const [request] = fromPem(createRequest(names).requestPem, 'CERTIFICATE REQUEST') as [Buffer];
  const authority = createAuthority({ commonName: 'a', clock: systemClock });
  const issued = issueCertificate(authority, { ...names, usages: ['client'], clock: systemClock });
  const [certificate] = fromPem(issued.certificatePem, 'CERTIFICATE') as [Buffer];
  const change = fc.record({ at: fc.nat(), value: fc.nat(255), cut: fc.nat(3) });
  const damaged = (whole: Buffer, changes: readonly { at: number; value: number; cut: number }[]): Buffer =>
    changes.reduce<Buffer>((bytes, { at, value, cut }) => {
      const copy = Buffer.from(bytes);
      const index = at % Math.max(1, copy.length);
      copy[index] = value;
      return cut === 0 ? Buffer.concat([copy.subarray(0, index), copy.subarray(index + value)]) : copy;
    }, whole);
  const survives = (read: () => unknown): boolean => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof RequestError || error instanceof DerError || error instanceof PemError)) throw error;
    }
    return true;
  };
  const changes = fc.array(change, { minLength: 1, maxLength: 4 });
  explore(
    fc.property(changes, (list) => survives(() => parseRequest(toPem('CERTIFICATE REQUEST', damaged(request, list))))),
    { numRuns: 1500 },
  );
  explore(
    fc.property(changes, (list) => survives(() => readCertificate(toPem('CERTIFICATE', damaged(certificate, list))))),
    { numRuns: 1500 },
  );
  explore(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) =>
      survives(() => parseRequest(toPem('CERTIFICATE REQUEST', bytes))),
    ),
    { numRuns: 1000 },
  );
  explore(fc.property(fc.string({ maxLength: 300 }), (text) => survives(() => parseRequest(`-----BEGIN ${text}`))));
  t.end();
});
