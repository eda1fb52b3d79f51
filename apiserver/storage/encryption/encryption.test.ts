import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { configOf, configText, encryptionSet, provider } from '../../../fixtures/apiserver/encryption.fixture.ts';
import { FakeClock } from '../../../fixtures/shared/fake-clock.fixture.ts';
import { silentLog } from '../../../shared/process/log/log.ts';
import { createMetrics } from '../../../shared/process/metric/metrics.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import type { EncryptionConfig } from './config/encryption-config.ts';
import { Encryption } from './encryption.ts';
import { EncryptionSet } from './encryption-set.ts';
import type { KmsProvider } from './kms/kms-provider.ts';
import { reloadMetrics } from '../../config-file/reload-metrics.ts';
import { transformationMetrics } from './transformation-metrics.ts';

const of = (...providers: readonly string[]) => configText([['secrets', `[${providers.join(', ')}]`]]);
const withPlugin = (name: string) =>
  of(`{kms: {apiVersion: v2, name: ${name}, endpoint: "unix:///run/kms.sock", timeout: 1s}}`);
const secrets = { group: '', resource: 'secrets' };

interface Plugin {
  healthy: boolean;
  running: boolean;
  closed: boolean;
}

/** Plug-ins with scripted answers, by name. */
function openWith(plugins: Map<string, Plugin>) {
  const sealed = encryptionSet(of(provider('aesgcm', 'a'))).transformerOf(secrets);
  return (config: EncryptionConfig): EncryptionSet =>
    new EncryptionSet({
      config,
      vendor: vendorOf('orch'),
      metrics: transformationMetrics({ metrics: createMetrics(), clock: new FakeClock() }),
      openPlugin: ({ name, timeout }): KmsProvider => {
        const plugin: Plugin = plugins.get(name) ?? { healthy: true, running: false, closed: false };
        plugins.set(name, plugin);
        return {
          transformer: sealed,
          timeout,
          check: async () => {
            if (!plugin.healthy) throw new Error(`${name} is away`);
          },
          run: (signal) => {
            plugin.running = true;
            return new Promise((resolve) => {
              signal.addEventListener('abort', () => {
                plugin.running = false;
                resolve();
              });
            });
          },
          close: () => {
            plugin.closed = true;
          },
        };
      },
    });
}

async function opened(t: Test, text: string, reload: boolean) {
  const path = join(t.testdir({}), 'encryption.yaml');
  await writeFile(path, text);
  const clock = new FakeClock();
  const metrics = createMetrics();
  const lines: string[] = [];
  const plugins = new Map<string, Plugin>();
  const encryption = await Encryption.open({
    path,
    reload,
    parse: (written) => configOf(written),
    open: openWith(plugins),
    clock,
    log: { ...silentLog, info: (line) => void lines.push(line), error: (line) => void lines.push(line) },
    metrics: reloadMetrics(metrics, clock, 'encryption'),
  });
  const stop = new AbortController();
  const running = encryption.run(stop.signal);
  t.teardown(async () => {
    stop.abort();
    await running;
    encryption.close();
  });
  const prefix = () => encryption.transformerOf(secrets).toStorage(Buffer.from('x'), '/a').toString('latin1', 0, 21);
  return { path, clock, metrics, lines, plugins, encryption, prefix };
}

/** Lets the loop read the file, which takes turns that no clock knows. */
async function minutes(clock: FakeClock, count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    await clock.advance(60_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

t.test('a changed file is used within a minute, and a metric names the one in use', async (t) => {
  const { path, clock, metrics, lines, prefix } = await opened(t, of(provider('aesgcm', 'a')), true);
  t.equal(prefix(), 'orch:enc:aesgcm:v1:a:');
  const before = await metrics.render();
  t.match(
    before,
    /apiserver_encryption_config_controller_last_config_info\{apiserver_id_hash="",hash="sha256:[0-9a-f]{64}"\} 1/,
  );
  await minutes(clock, 2);
  t.strictSame(lines, [], 'the same file is not loaded again');
  await writeFile(path, of(provider('aesgcm', 'b', 'a')));
  await minutes(clock, 1);
  t.equal(prefix(), 'orch:enc:aesgcm:v1:b:');
  t.strictSame(lines, ['a new encryption configuration is in use']);
  const page = await metrics.render();
  t.match(
    page,
    'apiserver_encryption_config_controller_automatic_reloads_total{status="success",apiserver_id_hash=""} 1',
  );
  t.not(/hash="sha256:\w+"/.exec(page)?.[0], /hash="sha256:\w+"/.exec(before)?.[0]);
});

t.test('an invalid or missing file leaves the previous configuration in use, and is logged once', async (t) => {
  const { path, clock, metrics, lines, prefix } = await opened(t, of(provider('aesgcm', 'a')), true);
  await writeFile(path, 'kind: Nonsense');
  await minutes(clock, 2);
  await rm(path);
  await minutes(clock, 1);
  t.equal(prefix(), 'orch:enc:aesgcm:v1:a:');
  t.strictSame(lines, ['the encryption configuration was not reloaded; the previous one stays in use']);
  t.match(await metrics.render(), /automatic_reloads_total\{status="failure",apiserver_id_hash=""\} [1-9]/);
  await writeFile(path, of(provider('aesgcm', 'c')));
  await minutes(clock, 2);
  t.equal(prefix(), 'orch:enc:aesgcm:v1:c:');
});

t.test('without the flag a changed file is not read', async (t) => {
  const { path, clock, prefix, encryption } = await opened(t, of(provider('aesgcm', 'a')), false);
  t.equal(encryption.hasHealth, false);
  await writeFile(path, of(provider('aesgcm', 'b')));
  await minutes(clock, 2);
  t.equal(prefix(), 'orch:enc:aesgcm:v1:a:');
});

t.test('new plug-ins are used once they are healthy; the previous ones are closed after their last call', async (t) => {
  const { path, clock, plugins, encryption, prefix, lines } = await opened(t, withPlugin('one'), true);
  t.match(plugins.get('one'), { running: true, closed: false });
  plugins.set('two', { healthy: false, running: false, closed: false });
  await writeFile(path, withPlugin('two'));
  await minutes(clock, 2);
  t.equal(prefix(), 'orch:enc:kms:v2:one:o');
  t.strictSame(lines, ['the encryption configuration was not reloaded; the previous one stays in use']);
  t.match(plugins.get('two'), { running: false, closed: true });
  const two = plugins.get('two');
  if (two !== undefined) two.healthy = true;
  await minutes(clock, 2);
  t.equal(prefix(), 'orch:enc:kms:v2:two:o');
  t.match(plugins.get('two'), { running: true });
  t.match(plugins.get('one'), { running: false, closed: true });
  await encryption.check();
  if (two !== undefined) two.healthy = false;
  await t.rejects(encryption.check(), { message: 'kms-provider-0: two is away' });
});

t.test('a plug-in that is away at the start is no reason not to start', async (t) => {
  const { encryption } = await opened(t, withPlugin('one'), false);
  t.equal(encryption.hasHealth, true);
});
