// Starts a server: checks its options, opens what it stands on, and closes that again when the server cannot run.

import { join } from 'node:path';
import { keepAwake } from '../shared/process/async/awake.ts';
import { recordBuild } from '../shared/process/metric/build-metric.ts';
import type { Clock } from '../shared/process/time/clock.ts';
import { FeatureGates } from '../shared/process/command-line/feature-gates.ts';
import { recordFeatureGates } from '../shared/process/metric/feature-metric.ts';
import { makeFolder } from '../shared/process/host/folder.ts';
import { silentLog } from '../shared/process/log/log.ts';
import { createMetrics } from '../shared/process/metric/metrics.ts';
import { recordProcess } from '../shared/process/metric/process-metrics.ts';
import { systemClock } from '../shared/process/time/system-clock.ts';
import { vendorOf } from '../shared/vendor/profile.ts';
import type { Vendor } from '../shared/vendor/vendor.ts';
import { type Credentials, loadCredentials } from './config/folder/credentials.ts';
import { keepVendor } from './config/folder/folder-vendor.ts';
import { originRule } from './config/option/origin-rule.ts';
import { serverGates } from './config/option/gates.ts';
import { absentGates } from './config/option/absent-parts.ts';
import { checkRuntimeConfig } from './config/option/runtime-config.ts';
import { servingNames } from './config/folder/serving-names.ts';
import { checkOptions } from './config/table/server-options.ts';
import { type ApiServer, type ApiServerOptions, ownIssuersOf } from './config/option/options.ts';
import { apiVersion } from './endpoint/version.ts';
import { openAudit } from './context/open-audit.ts';
import { openAuthentication } from './context/open-authentication.ts';
import { openAuthorization } from './context/open-authorization.ts';
import { openStore } from './context/open-store.ts';
import type { Store } from './storage/contract/store.ts';
import { RunningServer, type StartedServer } from './running-server.ts';
import { defaultServiceRange } from './assembly/server-bootstrap.ts';

/**
 * Starts a complete server in this process and resolves when it is ready. Several may run at once; each is its own. Rejects
 * with one clear Error when the port is taken, the folder cannot be used or an option is wrong; then nothing is left
 * running.
 */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  return (await startServer(options)).api;
}

/** As `startApiServer`. `through`: what the server works on in place of the store that was opened, which it closes with its own. */
export async function startServer(
  options: ApiServerOptions = {},
  through: (opened: Store) => Store = (opened) => opened,
): Promise<StartedServer> {
  checkOptions(options);
  const { clock = systemClock, log = silentLog } = options;
  const vendor = vendorOf(options.vendor ?? 'orch');
  checkRuntimeConfig(vendor, options.runtimeConfig ?? {});
  const { major, minor, patch } = apiVersion;
  const shown = options.showHiddenMetricsFor;
  const metrics = createMetrics({
    version: `${major}.${minor}`,
    log,
    ...(shown === undefined ? {} : { showHiddenForVersion: shown }),
  });
  recordProcess(metrics);
  recordBuild(metrics, vendor, `v${major}.${minor}.${patch}`);
  const gates = new FeatureGates(serverGates, new Map(Object.entries(options.featureGates ?? {})), absentGates);
  for (const warning of gates.warnings) log.warn(warning);
  const allowedOrigin = await originRule(options.corsAllowedOrigins);
  recordFeatureGates(gates, metrics, vendor.fill('{maker}_feature_enabled'));
  if (options.dataDir !== undefined) {
    await makeFolder(options.dataDir, 0o700);
  }
  const audit = await openAudit(options.audit, { vendor, clock, log, metrics });
  const authentication = await openAuthentication(options, {
    vendor,
    clock,
    log,
    metrics,
    ownIssuers: ownIssuersOf(options, vendor),
  }).catch(async (error: unknown) => {
    await audit?.close();
    throw error;
  });
  const authorization = await openAuthorization(options, { vendor, clock, log, metrics }).catch(
    async (error: unknown) => {
      await authentication.close();
      await audit?.close();
      throw error;
    },
  );
  const { store, loops, checks } = await openStore(options, vendor, { clock, log, metrics }).catch(
    async (error: unknown) => {
      await authentication.close();
      await authorization.close();
      await audit?.close();
      throw error;
    },
  );
  const letGo = keepAwake();
  try {
    if (options.dataDir !== undefined) {
      await keepVendor(options.dataDir, vendor.id);
    }
    const credentials = await credentialsOf(options, vendor, clock);
    return await new RunningServer({
      options,
      vendor,
      clock,
      log,
      metrics,
      gates,
      store: through(store),
      storeLoops: loops,
      storeChecks: checks,
      audit,
      authentication,
      authorization,
      credentials,
      allowedOrigin,
    }).start();
  } catch (error) {
    await store.close();
    await authentication.close();
    await authorization.close();
    await audit?.close();
    throw error;
  } finally {
    letGo();
  }
}

function credentialsOf(options: ApiServerOptions, vendor: Vendor, clock: Clock): Promise<Credentials> {
  const further = [options.address, options.advertisedHost].filter((name) => name !== undefined);
  return loadCredentials({
    folder: options.certificateFolder ?? (options.dataDir === undefined ? undefined : join(options.dataDir, 'pki')),
    ...servingNames(vendor, options.serviceRange ?? defaultServiceRange, further),
    clock,
  });
}
