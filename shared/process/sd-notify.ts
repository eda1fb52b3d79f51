// Tells systemd how the service is doing (sd_notify(3)) through a `systemd-notify` child, because Node has no datagram
// Unix sockets. The unit needs `NotifyAccess=all`. Without NOTIFY_SOCKET every call does nothing.

import { execFile } from 'node:child_process';

import type { Log } from './log.ts';

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
  /** Runs `systemd-notify` with these assignments; a test passes its own. */
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
  const statusLine = (text: string | undefined): string[] =>
    text === undefined ? [] : [`STATUS=${text.replaceAll('\n', ' ')}`];
  return {
    ready: (status) => tell('READY=1', ...statusLine(status)),
    stopping: (status) => tell('STOPPING=1', ...statusLine(status)),
    alive: () => tell('WATCHDOG=1'),
    status: (text) => tell(...statusLine(text)),
    watchdogInterval: socket === undefined || socket === '' ? undefined : watchdogInterval(environment),
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
