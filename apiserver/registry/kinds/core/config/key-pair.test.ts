import { generateKeyPairSync } from 'node:crypto';
import t from 'tap';
import { FakeClock } from '../../../../../fixtures/shared/fake-clock.fixture.ts';
import { createAuthority } from '../../../../../shared/certificates/authority.ts';
import { toPem } from '../../../../../shared/certificates/pem.ts';
import { keyPairFault } from './key-pair.ts';

const clock = new FakeClock();
const { certificatePem, keyPem } = createAuthority({ commonName: 'a', clock });
const other = createAuthority({ commonName: 'b', clock });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

t.test('a pair that belongs together has no fault, whatever the form of the key', (t) => {
  t.equal(keyPairFault(certificatePem, keyPem), undefined);
  t.equal(keyPairFault(`${certificatePem}${other.certificatePem}`, keyPem), undefined, 'the first is that of the key');
  t.equal(keyPairFault(`text\n${toPem('OTHER', Buffer.from('x'))}${certificatePem}`, keyPem), undefined);
  t.end();
});

t.test('each fault of a pair has its own message', (t) => {
  const pem = (label: string, text = 'x') => toPem(label, Buffer.from(text));
  const faults: readonly (readonly [certificate: string, key: string, fault: string])[] = [
    ['a', keyPem, 'tls: failed to find any PEM data in certificate input'],
    [certificatePem, '', 'tls: failed to find any PEM data in key input'],
    [
      keyPem,
      certificatePem,
      'tls: failed to find certificate PEM data in certificate input, but did find a private key; PEM inputs may have been switched',
    ],
    [
      `${pem('A')}${pem('B')}`,
      keyPem,
      'tls: failed to find "CERTIFICATE" PEM block in certificate input after skipping PEM blocks of the following types: [A B]',
    ],
    [certificatePem, certificatePem, 'tls: found a certificate rather than a key in the PEM for the private key'],
    [
      certificatePem,
      `${pem('A')}${pem('B')}`,
      'tls: failed to find PEM block with type ending in "PRIVATE KEY" in key input after skipping PEM blocks of the following types: [A B]',
    ],
    [pem('CERTIFICATE'), keyPem, 'x509: malformed certificate'],
    [certificatePem, pem('PRIVATE KEY'), 'tls: failed to parse private key'],
    [certificatePem, other.keyPem, 'tls: private key does not match public key'],
    [
      certificatePem,
      String(rsa.export({ type: 'pkcs1', format: 'pem' })),
      'tls: private key type does not match public key type',
    ],
  ];
  for (const [certificate, key, fault] of faults) t.equal(keyPairFault(certificate, key), fault);
  t.end();
});
