// The notify socket of an init system, for cases about watchdogs. Node has no unix datagram sockets, so a small tool
// listens: python3 or socat, whichever the host has.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../wire/time/clock.ts';
import { launchProcess } from './launched-process.ts';

export interface NotifySocket {
  /** Environment variables for a service that uses it. */
  readonly environment: Readonly<Record<string, string>>;
  /** All messages so far, concatenated. */
  heard(): string;
  /** Resolves when every message sent before has been received. It sends a marker and waits for it. */
  caughtUp(): Promise<void>;
  close(): Promise<void>;
}

const script = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
while True:
    sys.stdout.write(s.recv(65536).decode('utf-8', 'replace') + '\\n')
    sys.stdout.flush()
`;

const sendScript = `
import socket, sys
socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(sys.argv[2].encode(), sys.argv[1])
`;

const tools = [
  {
    program: 'python3',
    version: '--version',
    words: (path: string) => ['python3', '-c', script, path],
    send: (path: string, message: string) => ['python3', '-c', sendScript, path, message],
  },
  {
    program: 'socat',
    version: '-V',
    words: (path: string) => ['socat', '-u', `UNIX-RECV:${path}`, 'STDOUT'],
    send: (path: string, message: string) => ['socat', '-u', `SYSTEM:echo ${message}`, `UNIX-SENDTO:${path}`],
  },
] as const;

/** Returns undefined if the host has no tool that can listen. */
export async function openNotifySocket(clock: Clock, signal: AbortSignal): Promise<NotifySocket | undefined> {
  const tool = tools.find(({ program, version }) => spawnSync(program, [version]).status === 0);
  if (tool === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'orch-notify-'));
  const path = join(folder, 'notify');
  const listener = launchProcess(tool.words(path));
  const close = async () => {
    await listener.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    while (!existsSync(path)) {
      if (!listener.running) throw new Error(`${tool.program} does not listen: ${listener.output()}`);
      await clock.sleep(20, signal);
    }
  } catch (error) {
    await close();
    throw error;
  }
  let marks = 0;
  const caughtUp = async () => {
    const mark = `X_CAUGHT_UP=${(marks += 1)}.`;
    const sender = launchProcess(tool.send(path, mark));
    if ((await sender.ended) !== 0) throw new Error(`${tool.program} cannot send: ${sender.output()}`);
    // Datagrams of one socket arrive in order.
    while (!listener.output().includes(mark)) {
      if (!listener.running) throw new Error(`${tool.program} does not listen any more: ${listener.output()}`);
      await clock.sleep(20, signal);
    }
  };
  return { environment: { NOTIFY_SOCKET: path }, heard: () => listener.output(), caughtUp, close };
}
