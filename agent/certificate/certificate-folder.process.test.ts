import { spawn } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { createAuthority, createSelfSigned, issueCertificate } from '../../shared/certificates/authority.ts';
import { FakeClock } from '../../fixtures/shared/fake-clock.fixture.ts';
import { systemClock } from '../../shared/process/time/system-clock.ts';
import { CertificateFolder, readPair, UnusableCertificate } from './certificate-folder.ts';

const start = Date.UTC(2030, 0, 1, 12);

function scene(folder: string) {
  const clock = new FakeClock(start);
  const kept = new CertificateFolder({ folder: join(folder, 'pki'), name: 'kubelet-client', clock });
  const pair = (commonName: string) => createSelfSigned({ commonName, clock });
  return { clock, kept, pair, path: (name: string) => join(folder, 'pki', name) };
}

t.test('the pair in use is one private file behind a link, and the one before it stays', async (t) => {
  const { clock, kept, pair, path } = scene(t.testdir());
  t.equal(await kept.load(), undefined);
  for (const name of ['first', 'second', 'third']) {
    const { certificatePem, keyPem } = pair(name);
    const held = await kept.keep(certificatePem, keyPem);
    t.equal(held.certificate, certificatePem);
    t.equal(held.since, clock.now());
    t.strictSame(await kept.load(), held);
    await clock.advance(1_000);
  }
  const names = readdirSync(path('.')).sort();
  t.strictSame(names, [
    'kubelet-client-2030-01-01-12-00-01.pem',
    'kubelet-client-2030-01-01-12-00-02.pem',
    'kubelet-client-current.pem',
  ]);
  t.equal(readlinkSync(kept.currentPath), names[1]);
  t.equal(statSync(kept.currentPath).mode & 0o777, 0o600);
  t.equal(statSync(path('.')).mode & 0o777, 0o700);
});

t.test('a pair that is half there is not used, and what was in use before is put back', async (t) => {
  const { clock, kept, pair, path } = scene(t.testdir());
  const { certificatePem, keyPem } = pair('whole');
  await kept.keep(certificatePem, keyPem);
  await clock.advance(1_000);
  writeFileSync(path('kubelet-client-2030-01-01-12-00-05.pem'), certificatePem);
  rmSync(kept.currentPath);
  symlinkSync('kubelet-client-2030-01-01-12-00-05.pem', kept.currentPath);
  t.equal((await kept.load())?.key, keyPem);
  t.equal(readlinkSync(kept.currentPath), 'kubelet-client-2030-01-01-12-00-00.pem', 'the link is mended');
  rmSync(kept.currentPath);
  t.equal((await kept.load())?.key, keyPem, 'a link that is missing');
  rmSync(kept.currentPath);
  symlinkSync('gone.pem', kept.currentPath);
  t.equal((await kept.load())?.key, keyPem, 'a link to nothing');
});

t.test('a certificate that does not fit its key is not kept', async (t) => {
  const { kept, pair, path } = scene(t.testdir());
  const [one, other] = [pair('one'), pair('other')];
  await t.rejects(kept.keep(one.certificatePem, other.keyPem), UnusableCertificate);
  await t.rejects(kept.keep('hello', one.keyPem), { message: 'there is no certificate' });
  await t.rejects(kept.keep(one.certificatePem, 'hello'), { message: 'there is no private key' });
  t.notOk(existsSync(path('.')));
  t.throws(
    () => readPair(`-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n${one.keyPem}`),
    UnusableCertificate,
  );
});

t.test('the key of a request stays until it is forgotten, and is never that of the pair in use', async (t) => {
  const { kept, path } = scene(t.testdir());
  const key = await kept.pendingKey();
  t.equal(await kept.pendingKey(), key);
  t.equal(statSync(path('kubelet-client.key.tmp')).mode & 0o777, 0o600);
  const { certificatePem } = issueCertificate(createAuthority({ commonName: 'a', clock: systemClock }), {
    commonName: 'x',
    usages: ['client'],
    publicKey: createPublicKey(key),
    clock: systemClock,
  });
  await kept.keep(certificatePem, key);
  t.not(await kept.pendingKey(), key);
  writeFileSync(path('kubelet-client.key.tmp'), '-----BEGIN PRIVATE KEY-----\nhalf');
  t.match(await kept.pendingKey(), /END PRIVATE KEY/);
  await kept.forgetPendingKey();
  t.notOk(existsSync(path('kubelet-client.key.tmp')));
});

t.test('killed at any moment, there is a whole pair at the next start', async (t) => {
  const folder = t.testdir();
  const writer = fileURLToPath(new URL('../../fixtures/agent/pair-writer.fixture.js', import.meta.url));
  const child = () => spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const kept = new CertificateFolder({ folder, name: 'kubelet-client', clock: systemClock });
  for (let round = 0; round < 8; round += 1) {
    const process_ = child();
    await once(process_.stdout, 'data');
    await systemClock.sleep(round * 7);
    process_.kill('SIGKILL');
    await once(process_, 'close');
    const text = readFileSync(kept.currentPath, 'utf8');
    t.equal(readPair(text).key, (await kept.load())?.key);
  }
});
