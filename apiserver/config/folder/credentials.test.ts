import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { loadCredentials } from './credentials.ts';

const names = { dnsNames: ['localhost'], ipAddresses: ['127.0.0.1'], clock: new FakeClock() };

t.test('the credentials of the first start are reused at the next one', async (t) => {
  const folder = join(t.testdir(), 'pki');
  const made = await loadCredentials({ folder, ...names });
  t.strictSame(await loadCredentials({ folder, ...names }), made);
  const further = await loadCredentials({ folder, ...names, dnsNames: ['localhost', 'api.example.com'] });
  t.not(further.serving.certificatePem, made.serving.certificatePem, 'a further name needs another certificate');
  t.strictSame({ ...further, serving: made.serving }, made);
});

t.test(
  'if several files cannot be read, the error always names the same one, and nothing is written after it',
  async (t) => {
    // Links that lead to themselves cannot be read.
    const folder = t.testdir({
      'server.crt': t.fixture('symlink', 'server.crt'),
      'service-account.key': t.fixture('symlink', 'service-account.key'),
    });
    await t.rejects(loadCredentials({ folder, ...names }), { code: 'ELOOP', path: join(folder, 'server.crt') });
    t.strictSame((await readdir(folder)).sort(), [
      'admin.crt',
      'admin.key',
      'ca.crt',
      'ca.key',
      'server.crt',
      'service-account.key',
    ]);
  },
);

t.test('a file that is no certificate or no key is named', async (t) => {
  const folder = join(t.testdir(), 'pki');
  await loadCredentials({ folder, ...names });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    for (const other of ['', 'junk', text.slice(0, 60)]) {
      await writeFile(path, other);
      await t.rejects(loadCredentials({ folder, ...names }), { message: new RegExp(`^${path} cannot be used: `) });
    }
    await writeFile(path, text);
  }
});
