// The server under measurement: the bundled program on a data folder of its own, and the way to reach it.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:http2';
import type { ClientHttp2Session } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import type { Child } from './processes.ts';
import { type cores, start } from './processes.ts';
import type { Stalls } from './stalls.ts';

/** Where and as whom to connect; PEM texts. */
export interface Access {
  readonly origin: string;
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

export interface Target {
  readonly child: Child;
  readonly access: Access;
  readonly folder: string;
  /** Stops the server and, where it was made for it, removes its folder. */
  stop(): Promise<void>;
}

export interface BenchResponse {
  readonly status: number;
  readonly body: Buffer;
}

/** The bundled program of this name. */
export function programPath(name: 'orch-apiserver' | 'orch-agent'): string {
  return fileURLToPath(new URL(`../../bin/${name}.js`, import.meta.url));
}

/** Folder for data that has to lie on a disk: BENCH_DISK, or the system's temporary folder. */
export function diskFolder(): string {
  return process.env['BENCH_DISK'] ?? tmpdir();
}

/**
 * Starts a server on a folder of its own and resolves as soon as its connection file is there and /readyz answers 200. `stalls`
 * get to know when it stands still.
 */
export async function startTarget(
  args: readonly string[] = [],
  core: keyof typeof cores = 'server',
  stalls?: Stalls,
): Promise<Target> {
  const folder = mkdtempSync(join(diskFolder(), 'orchkit-bench-'));
  const server = await startOn(folder, args, core, stalls);
  const stop = async (): Promise<void> => {
    await server.child.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...server, stop };
}

/** The same on this folder, which stays: a server that is started on it again has what this one stored. */
export async function startOn(
  folder: string,
  args: readonly string[] = [],
  core: keyof typeof cores = 'server',
  stalls?: Stalls,
): Promise<Target> {
  const kubeconfig = join(folder, 'admin.kubeconfig');
  rmSync(kubeconfig, { force: true });
  const all = [
    programPath('orch-apiserver'),
    `--data-dir=${join(folder, 'data')}`,
    '--secure-port=0',
    '--bind-address=127.0.0.1',
    `--kubeconfig-out=${kubeconfig}`,
    '--authorization-mode=Node,RBAC',
    '--max-requests-inflight=0',
    '--max-mutating-requests-inflight=0',
    ...args,
  ];
  const child = start(core, process.execPath, all, stalls);
  while (!existsSync(kubeconfig)) {
    if (child.process.exitCode !== null) throw new Error(`orch-apiserver ended with code ${child.process.exitCode}`);
    await sleep(1);
  }
  const access = readAccess(kubeconfig);
  const session = open(access);
  while ((await call(session, 'GET', '/readyz')).status !== 200) await sleep(2);
  session.close();
  return { child, access, folder, stop: () => child.stop() };
}

/** Reads the parts of a connection file that the program wrote. */
export function readAccess(path: string): Access {
  const config = load(readFileSync(path, 'utf8')) as {
    clusters: [{ cluster: { server: string; 'certificate-authority-data': string } }];
    users: [{ user: { 'client-certificate-data': string; 'client-key-data': string } }];
  };
  const text = (data: string): string => Buffer.from(data, 'base64').toString();
  const [{ cluster }] = config.clusters;
  const [{ user }] = config.users;
  return {
    origin: cluster.server,
    ca: text(cluster['certificate-authority-data']),
    cert: text(user['client-certificate-data']),
    key: text(user['client-key-data']),
  };
}

export function open({ origin, ca, cert, key }: Access): ClientHttp2Session {
  const session = connect(origin, { ca, cert, key });
  session.on('error', () => undefined);
  return session;
}

/** One request; rejects when the connection breaks. */
export function call(
  session: ClientHttp2Session,
  method: string,
  path: string,
  body?: object | string,
  accept?: string,
): Promise<BenchResponse> {
  return new Promise((resolve, reject) => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const stream = session.request(
      {
        ':method': method,
        ':path': path,
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...(accept === undefined ? {} : { accept }),
      },
      { endStream: text === undefined },
    );
    const chunks: Buffer[] = [];
    let status = 0;
    stream.on('response', (headers) => {
      status = headers[':status'] ?? 0;
    });
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => resolve({ status, body: Buffer.concat(chunks) }));
    stream.on('error', reject);
    if (text !== undefined) stream.end(text);
  });
}

/** Creates `count` objects with some requests in flight; throws when one is refused. */
export async function fill(
  access: Access,
  path: string,
  count: number,
  object: (index: number) => object,
): Promise<void> {
  const session = open(access);
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const { status, body } = await call(session, 'POST', path, object(index));
      if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${body.toString().slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: 64 }, worker));
  session.close();
}
