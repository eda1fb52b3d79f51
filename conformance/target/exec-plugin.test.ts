// Credentials from a plug-in: its input, the answers it may give, and how long they are valid.

import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { vendorIds, vendorOf } from '../../shared/vendor/profile.ts';
import type { VendorId } from '../../shared/vendor/vendor.ts';
import { systemClock } from '../wire/time/clock.ts';
import { Credentials } from './credentials.ts';
import { runExecPlugin } from './exec-plugin.ts';
import { parseKubeconfig } from './kubeconfig.ts';

const signal = new AbortController().signal;

/** A plug-in that counts its runs, saves its input and prints an answer. */
function plugin(t: Test, vendor: VendorId = 'orch') {
  const group = vendorOf(vendor).fill('client.authentication.{api}');
  const apiVersion = `${group}/v1`;
  const folder = t.testdir({ runs: '', told: '', answer: '', 'ca.pem': 'CA' });
  const lines = [
    'cd "$(dirname "$0")"',
    'echo run >> runs',
    `printf '%s' "$${vendor.toUpperCase()}_EXEC_INFO" > told`,
    'test -z "$FAIL" || exit "$FAIL"',
    'cat "answer$1"',
  ];
  writeFileSync(join(folder, 'plugin'), ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(join(folder, 'plugin'), 0o755);
  const configured = (exec: object = {}, cluster: object = {}, user: object = {}) => {
    const entry = { apiVersion, command: './plugin', interactiveMode: 'Never', ...exec };
    const document = {
      clusters: [{ name: 'c', cluster: { server: 'https://h:1', ...cluster } }],
      users: [{ name: 'u', user: { exec: entry, ...user } }],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    };
    return parseKubeconfig(JSON.stringify(document), folder);
  };
  return {
    group,
    configured,
    answers: (status: object, more: object = {}) =>
      writeFileSync(join(folder, 'answer'), JSON.stringify({ apiVersion, kind: 'ExecCredential', status, ...more })),
    writes: (text: string) => writeFileSync(join(folder, 'answer'), text),
    told: () => JSON.parse(readFileSync(join(folder, 'told'), 'utf8')) as unknown,
    runs: () => readFileSync(join(folder, 'runs'), 'utf8').split('\n').length - 1,
    run: async (exec: object = {}, atTerminal = false) => {
      const kubeconfig = await configured(exec);
      if (kubeconfig.exec === undefined) throw new Error('no plug-in');
      return runExecPlugin(kubeconfig.exec, { clock: systemClock, signal, atTerminal });
    },
  };
}

for (const vendor of vendorIds) {
  t.test(`a plug-in beside the file gets the cluster only when asked to, under ${vendor}`, async (t) => {
    const { answers, configured, told, run, group } = plugin(t, vendor);
    answers({ token: 'the-token' });
    t.match(await run(), { token: 'the-token', expires: Number.POSITIVE_INFINITY });
    t.strictSame(told(), { apiVersion: `${group}/v1`, kind: 'ExecCredential', spec: { interactive: false } });
    const cluster = {
      'certificate-authority': 'ca.pem',
      'tls-server-name': 'inner',
      extensions: [{ name: 'other' }, { name: `${group}/exec`, extension: { any: [1] } }],
    };
    const { exec } = await configured({ provideClusterInfo: true, interactiveMode: 'IfAvailable' }, cluster);
    t.ok(exec);
    if (exec !== undefined) await runExecPlugin(exec, { clock: systemClock, signal, atTerminal: true });
    const ca = Buffer.from('CA').toString('base64');
    const server = { server: 'https://h:1', 'tls-server-name': 'inner', 'certificate-authority-data': ca };
    t.strictSame(told(), {
      apiVersion: `${group}/v1`,
      kind: 'ExecCredential',
      spec: { interactive: true, cluster: { ...server, config: { any: [1] } } },
    });
  });
}

t.test('v1beta1 has a default interactiveMode; a certificate needs its key', async (t) => {
  const { answers, run, group } = plugin(t);
  const beta = { apiVersion: `${group}/v1beta1` };
  answers({ clientCertificateData: 'CERT', clientKeyData: 'the-key' }, beta);
  t.match(await run({ ...beta, interactiveMode: '' }), { certificate: 'CERT', key: 'the-key' });
  answers({ clientCertificateData: 'CERT' });
  await t.rejects(run(), { message: /gave only one of certificate and key/ });
});

t.test('the plug-in gets environment and arguments, and its failure is reported', async (t) => {
  const { answers, run } = plugin(t);
  answers({ token: 'the-token' });
  await t.rejects(run({ env: [{ name: 'FAIL', value: '3' }] }), { message: /plugin failed with exit code 3$/ });
  await t.rejects(run({ args: ['-none'] }), { message: /failed with exit code 1$/ });
  await t.rejects(run({ command: 'no-such-plug-in', installHint: 'Install\nit.' }), {
    message: 'the credential plug-in no-such-plug-in is not there: Install it.',
  });
});

t.test('an unusable answer is refused and not shown', async (t) => {
  const { answers, writes, run, group } = plugin(t);
  const refused = async (message: RegExp) => {
    const error = await run().then(
      () => new Error('taken'),
      (reason: Error) => reason,
    );
    t.match(error.message, message);
    t.notMatch(error.message, 'the-secret');
  };
  for (const [status, more, message] of [
    [{}, {}, /gave neither a token nor a certificate$/],
    [{ token: 7 }, {}, /gave a token that is no string$/],
    [{ token: 'the-secret', expirationTimestamp: 'the-secret' }, {}, /expirationTimestamp that is not a time$/],
    [{ token: 'the-secret' }, { apiVersion: `${group}/v1beta1` }, /answered in another version than/],
    [{ token: 'the-secret' }, { kind: 'Status' }, /wrote no ExecCredential$/],
  ] as const) {
    answers(status, more);
    await refused(message);
  }
  writes('the-secret');
  await refused(/wrote no JSON$/);
  writes('x'.repeat(2 * 1024 * 1024));
  await refused(/wrote more than 1048576 bytes$/);
});

t.test('interactiveMode Always needs a terminal; unknown modes and versions are refused when read', async (t) => {
  const { answers, configured, run, runs, group } = plugin(t);
  answers({ token: 'the-token' });
  await t.rejects(run({ interactiveMode: 'Always' }), { message: /interactiveMode Always.*standard input is not one/ });
  t.equal(runs(), 0);
  await run({ interactiveMode: 'Always' }, true);
  t.equal(runs(), 1);
  await t.rejects(configured({ interactiveMode: 'Sometimes' }), { message: /"Sometimes", which is none of Never/ });
  await t.rejects(configured({ interactiveMode: '' }), { message: /interactiveMode "", which is none of/ });
  await t.rejects(configured({ apiVersion: `${group}/v2` }), { message: /\/v2", which is none of / });
  await t.rejects(configured({ command: '' }), { message: /has no command$/ });
  await t.rejects(configured({ args: [1] }), { message: /has args that are not strings$/ });
});

t.test(
  'the plug-in runs once for concurrent callers, again before its credentials expire, and ends with the run',
  async (t) => {
    const { answers, configured, runs } = plugin(t);
    let now = Date.UTC(2026, 0, 1);
    const clock = { ...systemClock, now: () => now };
    answers({ token: 'the-first', expirationTimestamp: '2026-01-01T01:00:00Z' });
    const credentials = new Credentials(await configured(), clock);
    const [one, other] = await Promise.all([credentials.current(signal), credentials.current(signal)]);
    t.equal(one, other);
    now += 3_500_000;
    t.equal(await credentials.current(signal), one);
    t.equal(runs(), 1);
    answers({ token: 'the-second' });
    now += 50_000;
    t.strictSame(await credentials.current(signal), { token: 'the-second' });
    now += 1e12;
    await credentials.current(signal);
    t.equal(runs(), 2);
    t.strictSame(credentials.secrets, ['the-first', 'the-second']);

    const endless = { command: 'sh', args: ['-c', 'trap "" TERM; exec sleep 600'] };
    const run = new AbortController();
    const waiting = new Credentials(await configured(endless), clock).current(run.signal);
    run.abort(new Error('stopped'));
    await t.rejects(waiting, { message: 'stopped' });
  },
);

t.test('credentials in the file take precedence over those of the plug-in', async (t) => {
  const { answers, configured } = plugin(t);
  answers({ token: 'the-token', clientCertificateData: 'CERT', clientKeyData: 'the-key' });
  const kubeconfig = await configured({}, {}, { token: 'written-down' });
  t.strictSame(await new Credentials(kubeconfig, systemClock).current(signal), {
    token: 'written-down',
    certificate: 'CERT',
    key: 'the-key',
  });
});
