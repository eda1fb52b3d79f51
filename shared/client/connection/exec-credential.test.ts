import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import t from 'tap';

import { issueCertificate } from '../../certificates/authority.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { systemClock } from '../../process/time/system-clock.ts';
import { vendorOf } from '../../vendor/profile.ts';
import type { VendorId } from '../../vendor/vendor.ts';
import { connectionConfigOf } from './connection-config.ts';
import type { ConnectionConfig } from './connection-config.ts';
import { connect } from './connection.ts';
import type { CredentialSource } from './credential-source.ts';
import { execCredentials } from './exec-credential.ts';
import { json, startScriptedServer } from '../../../fixtures/shared/scripted-server.fixture.ts';

const groupOf = (vendorId: VendorId): string => vendorOf(vendorId).fill('client.authentication.{api}');

interface Plugin {
  readonly folder: string;
  /** What the program will write; counts its runs in the file `runs` and keeps the variable in `told`. */
  readonly answers: (status: object, more?: object) => void;
  readonly config: (exec?: object, cluster?: object) => ConnectionConfig;
  readonly source: (
    exec?: object,
    options?: { readonly interactive?: boolean; readonly clock?: FakeClock },
    cluster?: object,
  ) => CredentialSource;
  readonly runs: () => number;
  readonly told: () => unknown;
}

function plugin(t: Test, vendorId: VendorId = 'orch'): Plugin {
  const apiVersion = `${groupOf(vendorId)}/v1`;
  const variable = `${vendorId.toUpperCase()}_EXEC_INFO`;
  const folder = t.testdir({ runs: '', told: '' });
  writeFileSync(
    join(folder, 'plugin'),
    `#!/bin/sh\necho run >> "${folder}/runs"\nprintf '%s' "$${variable}" > "${folder}/told"\n[ "$FAIL" = yes ] && exit 3\ncat "${folder}/answer$1"\n`,
  );
  chmodSync(join(folder, 'plugin'), 0o755);
  const config = (exec: object = {}, cluster: object = {}): ConnectionConfig =>
    connectionConfigOf(
      {
        clusters: [{ name: 'c', cluster: { server: 'https://a.example', ...cluster } }],
        users: [
          { name: 'u', user: { exec: { apiVersion, command: './plugin', interactiveMode: 'IfAvailable', ...exec } } },
        ],
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
        'current-context': 'x',
      },
      { source: 'f', folder },
    );
  return {
    folder,
    answers: (status, more = {}) =>
      writeFileSync(join(folder, 'answer'), JSON.stringify({ apiVersion, kind: 'ExecCredential', status, ...more })),
    config,
    source: (exec, { interactive = false, clock = new FakeClock() } = {}, cluster = {}) => {
      const connection = config(exec, cluster);
      if (connection.credentials.exec === undefined) throw new Error('no exec');
      return execCredentials({
        exec: connection.credentials.exec,
        connection,
        vendor: vendorOf(vendorId),
        clock,
        interactive,
      });
    },
    runs: () => readFileSync(join(folder, 'runs'), 'utf8').split('\n').length - 1,
    told: () => JSON.parse(readFileSync(join(folder, 'told'), 'utf8')),
  };
}

for (const vendorId of ['orch', 'kubernetes'] as const) {
  t.test(
    `a program beside the file gives a token (EXEC-005, EXEC-011, EXEC-023, EXEC-024) for ${vendorId}`,
    async (t) => {
      const { source, answers, told } = plugin(t, vendorId);
      answers({ token: 't1' });
      t.strictSame(await source().current(), { token: 't1' });
      t.strictSame(told(), {
        apiVersion: `${groupOf(vendorId)}/v1`,
        kind: 'ExecCredential',
        spec: { interactive: false },
      });
    },
  );

  t.test(
    `it gets the server's address only with provideClusterInfo (EXEC-001 to EXEC-003, EXEC-017, EXEC-018) for ${vendorId}`,
    async (t) => {
      const { source, answers, told, folder } = plugin(t, vendorId);
      answers({ token: 't1' });
      writeFileSync(join(folder, 'ca.pem'), '-----BEGIN X');
      const cluster = {
        'certificate-authority': 'ca.pem',
        'tls-server-name': 'inner',
        extensions: [{ name: 'other' }, { name: `${groupOf(vendorId)}/exec`, extension: { any: [1] } }],
      };
      await source({ provideClusterInfo: true }, { interactive: true }, cluster).current();
      t.match(told(), {
        spec: {
          interactive: true,
          cluster: {
            server: 'https://a.example',
            'tls-server-name': 'inner',
            'certificate-authority-data': Buffer.from('-----BEGIN X').toString('base64'),
            config: { any: [1] },
          },
        },
      });
    },
  );
}

t.test('arguments and environment reach the program (EXEC-014, EXEC-015)', async (t) => {
  const { source, answers } = plugin(t);
  answers({ token: 't1' });
  await t.rejects(source({ env: [{ name: 'FAIL', value: 'yes' }] }).current(), {
    message: /plugin failed with exit code 3$/,
  });
  await t.rejects(source({ args: ['-missing'] }).current(), { message: /failed with exit code 1$/ });
});

t.test(
  'credentials are kept until they expire (EXEC-025), or until a 401 when they do not (EXEC-026, EXEC-028)',
  async (t) => {
    const { source, answers, runs } = plugin(t);
    const clock = new FakeClock(Date.UTC(2026, 0, 1));
    const credentials = source({}, { clock });
    answers({ token: 't1', expirationTimestamp: '2026-01-01T01:00:00Z' });
    await Promise.all([credentials.current(), credentials.current()]);
    await clock.advance(3_599_000);
    t.strictSame(await credentials.current(), { token: 't1' });
    t.equal(runs(), 1);
    answers({ token: 't2' });
    await clock.advance(1000);
    t.strictSame(await credentials.current(), { token: 't2' });
    await clock.advance(1e9);
    const given = await credentials.current();
    t.equal(runs(), 2);
    credentials.refused(given);
    await credentials.current();
    t.equal(runs(), 3);
    credentials.refused(given);
    await credentials.current();
    t.equal(runs(), 3, 'a late 401 to what was replaced meanwhile says nothing of its successor');
  },
);

t.test(
  'another certificate makes the connection shake hands anew, the same one does not (EXEC-006, EXEC-007, EXEC-029)',
  async (t) => {
    const server = await startScriptedServer();
    t.teardown(() => server.close());
    const { config, answers } = plugin(t);
    const give = (commonName: string): void => {
      const pair = issueCertificate(server.authority, { commonName, usages: ['client'], clock: systemClock });
      answers({ clientCertificateData: pair.certificatePem, clientKeyData: pair.keyPem });
    };
    const authority = Buffer.from(server.authority.certificatePem).toString('base64');
    const connection = connect(config({}, { server: server.url, 'certificate-authority-data': authority }), {
      vendor: vendorOf('orch'),
    });
    t.teardown(() => connection.close());
    const ask = async (): Promise<void> => {
      for await (const _ of (await connection.transport({ method: 'GET', path: '/' })).body);
    };
    give('one');
    server.script(json(200, {}), json(401, {}), json(401, {}), json(200, {}));
    await ask();
    await ask();
    await ask();
    give('two');
    await ask();
    t.strictSame(
      server.asked.map(({ client }) => client),
      ['one', 'one', 'one', 'two'],
    );
  },
);

t.test('a program is not run for a user that has a token or a certificate of its own', async (t) => {
  const server = await startScriptedServer();
  t.teardown(() => server.close());
  const { config, answers, runs } = plugin(t);
  answers({ token: 'of the program' });
  const authority = Buffer.from(server.authority.certificatePem).toString('base64');
  const { credentials, ...where } = config({}, { server: server.url, 'certificate-authority-data': authority });
  const pair = issueCertificate(server.authority, { commonName: 'own', usages: ['client'], clock: systemClock });
  const own = { certificate: { pem: pair.certificatePem }, key: { pem: pair.keyPem } };
  for (const more of [{ token: 'own' }, own]) {
    const connection = connect({ ...where, credentials: { ...credentials, ...more } }, { vendor: vendorOf('orch') });
    t.teardown(() => connection.close());
    server.script(json(200, {}));
    for await (const _ of (await connection.transport({ method: 'GET', path: '/' })).body);
  }
  t.equal(runs(), 0);
  t.strictSame(
    server.asked.map(({ client, headers }) => client ?? headers.authorization),
    ['Bearer own', 'own'],
  );
});

t.test('a program may be a Node program', async (t) => {
  const { source, folder } = plugin(t, 'kubernetes');
  const script = `
    const told = JSON.parse(process.env[Object.keys(process.env).find((name) => name.endsWith('_EXEC_INFO'))]);
    const status = { token: [told.spec.cluster.server, ...process.argv.slice(2)].join(' ') };
    process.stdout.write(JSON.stringify({ ...told, spec: {}, status }));`;
  writeFileSync(join(folder, 'plugin.cjs'), script);
  const exec = { command: process.execPath, args: [join(folder, 'plugin.cjs'), 'a', 'b'], provideClusterInfo: true };
  t.strictSame(await source(exec).current(), { token: 'https://a.example a b' });
});

t.test('invalid output of the program is refused without showing it (EXEC-008, EXEC-013, EXEC-033U)', async (t) => {
  const { source, answers, folder } = plugin(t);
  const cases: [object, object, RegExp][] = [
    [{ clientCertificateData: 'secret' }, {}, /gave only one of certificate and key/],
    [{}, {}, /gave neither token nor certificate/],
    [{ token: 7 }, {}, /gave a token that is not a string/],
    [{ token: 'secret', expirationTimestamp: 'soon' }, {}, /expirationTimestamp that is no time/],
    [{ token: 'secret' }, { apiVersion: `${groupOf('orch')}/v1beta1` }, /answered in another version/],
    [{ token: 'secret' }, { kind: 'Status' }, /did not write an ExecCredential/],
  ];
  for (const [status, more, message] of cases) {
    answers(status, more);
    const error = await source()
      .current()
      .then(
        () => undefined,
        (reason: Error) => reason,
      );
    t.match(error, { name: 'ExecCredentialError', message });
    t.notMatch(error?.message, 'secret');
  }
  writeFileSync(join(folder, 'answer'), 'secret');
  await t.rejects(source().current(), { message: /did not write JSON/ });
});

t.test('an entry that cannot work is refused with its field (EXEC-010, EXEC-012, EXEC-019 to EXEC-022)', async (t) => {
  const { config, source } = plugin(t);
  const beta = `${groupOf('orch')}/v1beta1`;
  t.throws(() => config({ command: '' }), { message: 'f: users[0].user.exec.command: is missing' });
  t.throws(() => config({ apiVersion: '' }), { message: 'f: users[0].user.exec.apiVersion: is missing' });
  t.throws(() => config({ interactiveMode: '' }), { message: 'f: users[0].user.exec.interactiveMode: is missing' });
  t.throws(() => config({ interactiveMode: 'Sometimes' }), {
    message: /interactiveMode: is not one of Never, IfAvailable, Always/,
  });
  t.throws(() => config({ args: [1] }), { message: /args: is not a list of strings/ });
  t.throws(() => config({ env: [{ name: 'x' }] }), { message: /env: is not a list/ });
  t.equal(config({ apiVersion: beta, interactiveMode: '' }).credentials.exec?.interactiveMode, 'IfAvailable');
  t.throws(() => source({ apiVersion: `${groupOf('orch')}/v2` }), {
    message: / is neither .*\/v1 nor .*\/v1beta1/,
  });
  t.throws(() => source({ interactiveMode: 'Always' }), { message: /needs standard input, and there is none/ });
});

t.test('a program that writes without end and ignores being asked to end is given up', async (t) => {
  const { source } = plugin(t);
  const script = 'trap "" TERM; head -c 2000000 /dev/zero; exec sleep 600';
  const exec = { command: 'sh', args: ['-c', script] };
  const begun = performance.now();
  await t.rejects(source(exec).current(), { message: 'credential plugin sh wrote more than 1048576 bytes' });
  t.ok(performance.now() - begun < 120_000, 'it was killed before it ended');
});

t.test('the error of a missing program shows its install hint (EXEC-016)', async (t) => {
  const { source } = plugin(t);
  const exec = { command: 'orch-plugin-that-is-missing', installHint: 'Install it.' };
  await t.rejects(source(exec).current(), {
    message: 'credential plugin orch-plugin-that-is-missing is not there. Install it.',
  });
});
