// The folder of a server that was started beside the stand-in for etcd of `orchkit envtest`: it keeps its objects itself, where
// etcd would keep them, so that they live as long as those of etcd.

import { request } from 'node:http';
import { join } from 'node:path';
import { parseStandIn, type StandInDocument, standInPath } from '../../../shared/process/host/etcd-stand-in.ts';

/** Milliseconds until an address counts as one that is no stand-in. */
const patience = 5000;
/** Bytes of an answer that are read. */
const longestAnswer = 64 * 1024;

/**
 * What the stand-in at this address says. Undefined: there is none; the etcd client then connects to the address, and reports
 * what is wrong with it. Never rejects.
 */
export function askStandIn(server: string): Promise<StandInDocument | undefined> {
  if (!URL.canParse(server) || new URL(server).protocol !== 'http:') return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const asked = request(new URL(standInPath, server), { agent: false, timeout: patience }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > longestAnswer) asked.destroy();
      });
      response.on('end', () => resolve(response.statusCode === 200 ? parseStandIn(text) : undefined));
      response.on('error', () => resolve(undefined));
      response.on('close', () => resolve(undefined));
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(undefined));
    asked.end();
  });
}

/** Servers with different prefixes have folders of their own. */
export function folderBeside({ dataDir }: StandInDocument, prefix: string): string {
  return join(dataDir, `orchkit-${encodeURIComponent(prefix)}`);
}
