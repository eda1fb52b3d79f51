// Tells systemd how the service is doing (sd_notify(3)). Node has no datagram Unix sockets, so a `systemd-notify` child says
// what is said once, and one lasting helper carries the beats of the watchdog (`watchdog-pulse.ts`). The unit needs
// `NotifyAccess=all`. Without NOTIFY_SOCKET every call does nothing.

import { execFile } from 'node:child_process';

import type { Log } from './log.ts';
import { WatchdogPulse } from './watchdog-pulse.ts';

export interface ServiceNotifier {
  /** The service is up. */
  ready(status?: string): Promise<void>;
  /** An orderly end has begun. */
  stopping(status?: string): Promise<void>;
  /** The service is alive; due at least every `watchdogInterval`. */
  alive(): Promise<void>;
  /** One line for `systemctl status`. */
  status(text: string): Promise<void>;
  /** Milliseconds within which systemd wants a sign of life; undefined: no watchdog for this process. */
  readonly watchdogInterval: number | undefined;
}

export interface ServiceNotifierOptions {
  /** NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID are read from here; default `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Sends these assignments; a test passes its own. Default: `systemd-notify`, and the helper for `alive`. */
  readonly send?: (assignments: readonly string[]) => Promise<void>;
}

/** Never rejects: a notification that fails is logged, the service goes on. */
export function createServiceNotifier(options: ServiceNotifierOptions): ServiceNotifier {
  const environment = options.environment ?? process.env;
  const socket = environment['NOTIFY_SOCKET'];
  const send = options.send ?? ((assignments) => runSystemdNotify(assignments, socket ?? ''));
  const tell = async (...assignments: string[]): Promise<void> => {
    if (socket === undefined || socket === '') return;
    try {
      await send(assignments);
    } catch (error) {
      options.log.warn('systemd could not be notified', { assignments, error });
    }
  };
  const beat = options.send === undefined && socket ? lastingBeat(socket, options.log) : undefined;
  const statusLine = (text: string | undefined): string[] =>
    text === undefined ? [] : [`STATUS=${text.replaceAll('\n', ' ')}`];
  return {
    ready: (status) => tell('READY=1', ...statusLine(status)),
    stopping: (status) => tell('STOPPING=1', ...statusLine(status)),
    alive: async () => {
      if (!(await beat?.())) await tell('WATCHDOG=1');
    },
    status: (text) => tell(...statusLine(text)),
    watchdogInterval: socket === undefined || socket === '' ? undefined : watchdogInterval(environment),
  };
}

/** Sends a beat through the helper; resolves with false when that failed. */
function lastingBeat(socket: string, log: Log): () => Promise<boolean> {
  const pulse = new WatchdogPulse(socket);
  let works = true;
  return async () => {
    const fault = await pulse.beat().then(
      () => undefined,
      (error: unknown) => error,
    );
    if (fault !== undefined && works) {
      log.warn('systemd-notify is started for each beat of the watchdog: logger (util-linux) failed', { error: fault });
    }
    works = fault === undefined;
    return works;
  };
}

function watchdogInterval(environment: Readonly<Record<string, string | undefined>>): number | undefined {
  const microseconds = Number(environment['WATCHDOG_USEC']);
  const pid = environment['WATCHDOG_PID'];
  if (!Number.isSafeInteger(microseconds) || microseconds <= 0) return undefined;
  return pid === undefined || pid === '' || Number(pid) === process.pid ? microseconds / 1000 : undefined;
}

function runSystemdNotify(assignments: readonly string[], socket: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', NOTIFY_SOCKET: socket };
    execFile('systemd-notify', ['--', ...assignments], { env, timeout: 10_000 }, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}
