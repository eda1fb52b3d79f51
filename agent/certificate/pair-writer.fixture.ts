// Keeps one pair after the other in a folder until it is killed, for the test of what is left then.

import { createSelfSigned } from '../../shared/certificates/authority.ts';
import { systemClock } from '../../shared/process/system-clock.ts';
import { CertificateFolder } from './certificate-folder.ts';

const [, , folder = ''] = process.argv;
let now = Date.now();
const clock = { ...systemClock, now: () => now };
const kept = new CertificateFolder({ folder, name: 'kubelet-client', clock });
for (;;) {
  const { certificatePem, keyPem } = createSelfSigned({ commonName: 'x', clock });
  await kept.keep(certificatePem, keyPem);
  process.stdout.write('.');
  now += 1_000;
}
