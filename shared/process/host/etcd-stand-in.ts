// The document that the stand-in for etcd of `orchkit envtest` sends to the API server that is started beside it. The stand-in
// stores no objects: it only listens on the address that a test environment waits for, and names the server's data folder.

import { isAbsolute } from 'node:path';

/** Where the stand-in answers with this document. */
export const standInPath = '/orchkit/stand-in';

export interface StandInDocument {
  /** Absolute. */
  readonly dataDir: string;
  /** Whether a write is to be on the disk before it is acknowledged. */
  readonly sync: boolean;
}

export function formatStandIn({ dataDir, sync }: StandInDocument): string {
  return JSON.stringify({ standIn: 'orchkit', dataDir, sync });
}

/** Undefined for what is not the answer of a stand-in. */
export function parseStandIn(text: string): StandInDocument | undefined {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof document !== 'object' || document === null) return undefined;
  const { standIn, dataDir, sync } = document as Record<string, unknown>;
  if (standIn !== 'orchkit' || typeof dataDir !== 'string' || !isAbsolute(dataDir)) return undefined;
  return { dataDir, sync: sync !== false };
}
