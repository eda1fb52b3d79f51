// Notifies systemd of the service's state (sd_notify(3)). Node has no datagram Unix sockets. A systemd that can opens one for the
// service (`OpenFile=`, since version 253); otherwise one lasting helper carries all that is said (`notify-helper.ts`), and where
// it cannot, a `systemd-notify` child each; both need `NotifyAccess=all`. Without NOTIFY_SOCKET every call does nothing.

import { execFile } from 'node:child_process';
import { write } from 'node:fs';
import { promisify } from 'node:util';

import type { Log } from '../log/log.ts';
import { NotifyHelper } from './notify-helper.ts';

export interface ServiceNotifier {
  /** The service is up. */
  ready(status?: string): Promise<void>;
  /** The orderly end has started. */
  stopping(status?: string): Promise<void>;
  /** The service is alive; due at least every `watchdogInterval`. */
  alive(): Promise<void>;
  /** One line for `systemctl status`. */
  status(text: string): Promise<void>;
  /** Milliseconds within which systemd wants a sign of life; undefined: no watchdog for this process. */
  readonly watchdogInterval: number | undefined;
}

export interface ServiceNotifierOptions {
  /** NOTIFY_SOCKET, WATCHDOG_* and LISTEN_* are read from here; default `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** Sends these assignments; a test passes its own. Default: the open socket, the helper, or `systemd-notify`. */
  readonly send?: (assignments: readonly string[]) => Promise<void>;
}

/** Never rejects: a failed notification is logged. */
export function createServiceNotifier(options: ServiceNotifierOptions): ServiceNotifier {
  const environment = options.environment ?? process.env;
  const socket = environment['NOTIFY_SOCKET'];
  const send = options.send ?? throughSystem(socket ?? '', openSocket(environment), options.log);
  const tell = async (...assignments: string[]): Promise<void> => {
    if (socket === undefined || socket === '') return;
    try {
      await send(assignments);
    } catch (error) {
      options.log.warn('systemd could not be notified', { assignments, error });
    }
  };
  const statusLine = (text: string | undefined): string[] =>
    text === undefined ? [] : [`STATUS=${text.replaceAll(/[\r\n]/g, ' ')}`];
  return {
    ready: (status) => tell('READY=1', ...statusLine(status)),
    stopping: (status) => tell('STOPPING=1', ...statusLine(status)),
    alive: () => tell('WATCHDOG=1'),
    status: (text) => tell(...statusLine(text)),
    watchdogInterval: socket === undefined || socket === '' ? undefined : watchdogInterval(environment),
  };
}

type Send = (assignments: readonly string[]) => Promise<void>;

/** The number of the socket that systemd has opened and connected for this process under the name `notify`. */
function openSocket(environment: Readonly<Record<string, string | undefined>>): number | undefined {
  if (environment['LISTEN_PID'] !== `${process.pid}`) return undefined;
  const index = (environment['LISTEN_FDNAMES'] ?? '').split(':').indexOf('notify');
  return index === -1 ? undefined : 3 + index;
}

/** Sends in the first way that works, and logs a warning when the way changes. Rejects when none works. */
function throughSystem(socket: string, open: number | undefined, log: Log): Send {
  const helper = new NotifyHelper(socket);
  const ways: readonly (readonly [name: string, send: Send])[] = [
    ...(open === undefined ? [] : [['the socket that systemd opened', writeTo(open)] as const]),
    ['logger (util-linux)', (assignments) => helper.send(assignments)],
    ['systemd-notify, started for each notification', (assignments) => runSystemdNotify(assignments, socket)],
  ];
  let usual = ways[0]?.[0];
  return async (assignments) => {
    const faults: unknown[] = [];
    for (const [name, send] of ways) {
      try {
        await send(assignments);
      } catch (error) {
        faults.push(error);
        continue;
      }
      if (name !== usual && faults.length > 0)
        log.warn(`systemd is notified through ${name}`, { error: faults.at(-1) });
      usual = name;
      return;
    }
    throw new AggregateError(faults, faults.map(String).join('; '));
  };
}

const writeFile = promisify(write);

/** One datagram for each call. */
function writeTo(descriptor: number): Send {
  return async (assignments) => void (await writeFile(descriptor, Buffer.from(assignments.join('\n'))));
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
