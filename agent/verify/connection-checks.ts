// Checks of the agent's connections: the runtime, the API service with its clock, certificates, ports.

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { ConnectionConfig } from '../../shared/client/connection/connection-config.ts';
import type { Transport } from '../../shared/client/contract/transport.ts';
import type { Clock } from '../../shared/process/time/clock.ts';
import { readPair } from '../certificate/certificate-folder.ts';
import type { Runtime } from '../cri/runtime.ts';
import { identityFault } from '../host/node-name.ts';
import { type Check, failure, type Finding, ok, warning } from './check.ts';

export function runtimeCheck(runtime: Pick<Runtime, 'version' | 'status' | 'close'>, endpoint: string): Check {
  return {
    name: 'runtime',
    look: async (signal) => {
      try {
        const { runtimeName, runtimeVersion, runtimeApiVersion } = await runtime.version(signal);
        const found = `${runtimeName} ${runtimeVersion}, CRI ${runtimeApiVersion}, at ${endpoint}`;
        if (!/^v?1(\.|$)/.test(runtimeApiVersion)) return failure(found, 'the agent speaks CRI v1: update the runtime');
        const { conditions } = await runtime.status(signal);
        const sick = conditions.filter(({ status }) => !status).map(({ type, message }) => `${type}: ${message}`);
        return sick.length === 0
          ? ok(found)
          : warning(`${found}; ${sick.join('; ')}`, 'the node stays NotReady until the runtime is well');
      } catch (error) {
        return failure(
          `${endpoint}: ${messageOf(error)}`,
          'start the runtime, or name its socket with --container-runtime-endpoint',
        );
      } finally {
        runtime.close();
      }
    },
  };
}

/** Milliseconds by which the clocks may differ: the server's time has no fractions of a second. */
const slightOffset = 2_000;
const badOffset = 30_000;

export interface ServerChecks {
  readonly reachable: Check;
  readonly clock: Check;
}

/** Two checks with one request: reachability and clock. A response with any status is enough to compare the clocks. */
export function serverChecks(transport: Transport, server: string, clock: Clock): ServerChecks {
  interface Answer {
    readonly status: number;
    readonly offset: number | undefined;
  }
  let asked: Promise<Answer> | undefined;
  const ask = async (signal: AbortSignal): Promise<Answer> => {
    const before = clock.now();
    const { status, headers, body } = await transport({
      method: 'GET',
      path: '/readyz',
      headers: {},
      headTimeout: 10_000,
      signal,
    });
    const middle = (before + clock.now()) / 2;
    for await (const _chunk of body) break;
    const date = Date.parse(String(headers['date'] ?? ''));
    return { status, offset: Number.isNaN(date) ? undefined : middle - (date + 500) };
  };
  const once = (signal: AbortSignal): Promise<Answer> => (asked ??= ask(signal));
  return {
    reachable: {
      name: 'api',
      look: async (signal) => {
        const advice = 'check address, network and authority in the connection file';
        try {
          return reachability((await once(signal)).status, server);
        } catch (error) {
          return failure(messageOf(error), advice);
        }
      },
    },
    clock: {
      name: 'clock',
      look: async (signal) => {
        try {
          return clockFinding((await once(signal)).offset);
        } catch {
          return warning('there is no server to compare with', 'see the check api');
        }
      },
    },
  };
}

function reachability(status: number, server: string): Finding {
  if (status === 200) return ok(`${server} is ready`);
  if (status === 401) return failure(`${server} does not know the agent (401)`, 'get new credentials: join again');
  if (status === 403) return ok(`${server} answers (403 to its health endpoint)`);
  return warning(`${server} answers ${status}`, 'it may be starting, or not well: see its /readyz?verbose');
}

function clockFinding(offset: number | undefined): Finding {
  if (offset === undefined) return warning('the server does not say its time', 'compare the clocks by hand');
  const seconds = Math.abs(offset / 1000).toFixed(1);
  const found = `${seconds} s ${offset < 0 ? 'behind' : 'ahead of'} the server`;
  if (Math.abs(offset) < slightOffset) return ok(found);
  const advice = 'let chrony or systemd-timesyncd set the clock';
  return Math.abs(offset) < badOffset
    ? warning(found, advice)
    : failure(found, `${advice}: certificates and leases would seem to end early or late`);
}

/** Certificates with less than this left are warned about, in milliseconds. */
const soon = 7 * 24 * 3_600_000;

/** `read`: PEM of certificate and key, undefined when there is none yet. */
export function certificateCheck(
  name: string,
  clock: Clock,
  read: () => Promise<string | undefined>,
  options: { readonly absent: string; readonly advice: string },
): Check {
  return {
    name,
    look: async () => {
      try {
        const text = await read();
        if (text === undefined) return ok(options.absent);
        const { notBefore, notAfter } = readPair(text);
        const [from, to] = [new Date(notBefore).toISOString(), new Date(notAfter).toISOString()];
        if (clock.now() < notBefore) return failure(`it begins at ${from}`, 'set the clock of this host');
        if (clock.now() >= notAfter) return failure(`it ended at ${to}`, options.advice);
        const found = `fits its key, ends at ${to}`;
        return notAfter - clock.now() < soon ? warning(found, options.advice) : ok(found);
      } catch (error) {
        return failure(messageOf(error), options.advice);
      }
    },
  };
}

/** The same of a certificate that the agent replaces by itself: its faults do not prevent a start. */
export function ownCertificateCheck(...[name, clock, read, options]: Parameters<typeof certificateCheck>): Check {
  const check = certificateCheck(name, clock, read, options);
  return {
    name,
    look: async (signal) => {
      const finding = await check.look(signal);
      return finding.verdict === 'ok' ? finding : warning(finding.found, options.advice);
    },
  };
}

/** Whether the host can have this name, and the client certificate, if the connection has one, says the same. */
export function nodeNameCheck(name: () => Promise<string>, config: ConnectionConfig | undefined): Check {
  return {
    name: 'node-name',
    look: async () => {
      const nodeName = await name();
      const fault = config && (await identityFault(nodeName, config));
      return fault === undefined ? ok(nodeName) : failure(fault.found, fault.advice);
    },
  };
}

/** Without readable authorities every caller would be refused. */
export function authorityCheck(path: string): Check {
  return {
    name: 'client-authorities',
    look: async () => {
      const advice = 'name a PEM file of certificates with --client-ca-file';
      try {
        const count = (await readFile(path, 'utf8')).split('-----BEGIN CERTIFICATE-----').length - 1;
        return count > 0 ? ok(`${count} in ${path}`) : failure(`${path} holds no certificate`, advice);
      } catch (error) {
        return failure(messageOf(error), advice);
      }
    },
  };
}

/** Whether the port is free now. */
export function portCheck(name: string, address: string, port: number): Check {
  return {
    name,
    look: () =>
      new Promise((resolve) => {
        const server = createServer();
        server.once('error', (error: NodeJS.ErrnoException) => {
          const taken = error.code === 'EADDRINUSE';
          const found = taken ? `${address} port ${port} is taken` : `${address} port ${port}: ${error.message}`;
          resolve(
            failure(found, taken ? 'is an agent running already? see ss -ltnp' : 'choose another address or port'),
          );
        });
        server.listen(port, address, () => server.close(() => resolve(ok(`${address} port ${port} is free`))));
      }),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
