// Starts the bare Node server on a folder with the bytes to serve and a certificate of its own.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Child } from '../harness/processes.ts';
import { start } from '../harness/processes.ts';
import { diskFolder } from '../harness/target.ts';

export interface Bare {
  readonly child: Child;
  readonly origin: string;
  readonly ca: string;
  stop(): Promise<void>;
}

/** `files` by name; the server answers them under `/file/NAME`, with an etcd under `/etcd/NAME` too. Needs the openssl program. */
export async function startBare(files: Readonly<Record<string, Buffer>>, etcd?: string): Promise<Bare> {
  const folder = mkdtempSync(join(diskFolder(), 'orchkit-bare-'));
  const [key, cert] = [join(folder, 'server.key'), join(folder, 'server.crt')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  execFileSync(
    'openssl',
    [...request, '-subj', '/CN=bench', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', cert],
    { stdio: 'ignore' },
  );
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes);
  const program = fileURLToPath(new URL('bare-server.js', import.meta.url));
  const child = start('server', process.execPath, [program, folder, ...(etcd === undefined ? [] : [etcd])]);
  const port = await child.line();
  return {
    child,
    origin: `https://127.0.0.1:${port}`,
    ca: readFileSync(cert, 'utf8'),
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
