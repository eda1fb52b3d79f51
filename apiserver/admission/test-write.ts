// A write as admission sees it, from few words: for the tests of this folder.

import type { ApiObject } from '../../shared/object/api-object.ts';
import { StatusError } from '../../shared/object/status-error.ts';
import type { UserInfo } from '../authentication/authenticator.ts';
import type { AdmissionAttributes, AdmissionPlugin } from './admission.ts';

export type TestWrite = AdmissionAttributes & { readonly warnings: string[] };

export function testWrite(
  operation: AdmissionAttributes['operation'],
  resource: string,
  more: Partial<AdmissionAttributes> = {},
): TestWrite {
  const warnings: string[] = [];
  return {
    operation,
    user: testUser('u'),
    group: '',
    version: 'v1',
    kind: 'X',
    resource,
    subresource: '',
    namespace: 'ns',
    name: more.object?.metadata.name ?? '',
    object: undefined,
    oldObject: undefined,
    dryRun: false,
    warn: (text) => warnings.push(text),
    warnings,
    ...more,
  };
}

export function testUser(username: string, ...groups: string[]): UserInfo {
  return { username, groups, extra: new Map() };
}

export function testPod(spec: object = {}, metadata: ApiObject['metadata'] = {}): ApiObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace: 'ns', ...metadata }, spec };
}

/** Runs the phases the plug-in has; the refusal, or undefined when the write passes. */
export async function admit(plugin: AdmissionPlugin, write: AdmissionAttributes): Promise<StatusError | undefined> {
  const request = new AbortController();
  if (!plugin.handles(write.operation, write.group, write.resource, write.subresource)) return undefined;
  try {
    await plugin.mutate?.(write, request);
    await plugin.validate?.(write, request);
    return undefined;
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
}
