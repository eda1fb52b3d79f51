// The config maps that the benchmarks of watches write and watch.

import type { Access } from '../harness/target.ts';
import { call, open } from '../harness/target.ts';

export function collection(namespace: string): string {
  return `/api/v1/namespaces/${namespace}/configmaps`;
}

export async function versionNow(access: Access): Promise<string> {
  const session = open(access);
  const { body } = await call(session, 'GET', `${collection('default')}?limit=1`);
  session.close();
  return (JSON.parse(body.toString()) as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
}

/** Creates the object. Returns its watch frame, without the newline, for a reference that sends the same bytes. */
export async function createFrame(access: Access, object: object): Promise<string> {
  const session = open(access);
  const created = await call(session, 'POST', collection('default'), object);
  session.close();
  return JSON.stringify({ type: 'ADDED', object: JSON.parse(created.body.toString()) as object });
}
