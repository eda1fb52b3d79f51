import type { Case, CaseContext } from '../../contract/case.ts';
import { enforceLevel, expectPodSecurity, type Level } from '../../fixtures/pod-security/levels.ts';
import {
  allowedChanges,
  baselineFaults,
  containerLists,
  isOfContainer,
  type PodChange,
  restrictedFaults,
  securedPod,
} from '../../fixtures/pod-security/secured-pods.ts';
import { expectPattern } from '../../wire/expect/object.ts';
import { expectCreated, expectFailure } from '../../wire/expect/status.ts';

export default {
  id: 'pod-security-levels',
  title:
    'Pod security MAY refuse what the level of a namespace forbids: each rule alone, in every container list, and nothing else.',
  requirements: ['ADM-012'],
  needs: ['namespace'],
  async run(c) {
    await expectPodSecurity(c);
    const prefix = c.vendor.fill('container.apparmor.security.beta.{label}/');
    const allowed = allowedChanges((container) => prefix + container);
    const unconfined = { what: 'no AppArmor by annotation', annotations: { [`${prefix}changed`]: 'unconfined' } };
    const refused: readonly PodChange[] = [...baselineFaults, unconfined];
    await enforceLevel(c, 'privileged');
    for (const change of [...refused, ...restrictedFaults, ...allowed]) await judge(c, change, undefined);
    await enforceLevel(c, 'baseline');
    for (const change of refused) await judge(c, change, 'baseline');
    for (const change of [...restrictedFaults, ...allowed]) await judge(c, change, undefined);
    await enforceLevel(c, 'restricted');
    for (const change of [...refused, ...restrictedFaults]) await judge(c, change, 'restricted');
    for (const change of allowed) await judge(c, change, undefined);
  },
} satisfies Case;

/** Fails unless the level refuses pods with this change. `level` undefined: unless they are accepted. */
async function judge(c: CaseContext, change: PodChange, level: Level | undefined): Promise<void> {
  const pods = c.resource('v1', 'pods');
  const name = change.what.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  for (const list of isOfContainer(change) ? containerLists : (['containers'] as const)) {
    if (list === 'initContainers' && hasHandlers(change)) continue;
    const response = await c.wire.post(`${pods.collection}?dryRun=All`, securedPod(name, change, list));
    if (level === undefined) {
      expectCreated(response);
    } else {
      expectFailure(response, 403, 'Forbidden');
      expectPattern(response, 'message', new RegExp(`violates PodSecurity "${level}:latest"`));
    }
  }
}

/** Init containers that end have neither probes nor lifecycle hooks. */
function hasHandlers({ container = {} }: PodChange): boolean {
  return Object.keys(container).some((field) => field.endsWith('Probe') || field === 'lifecycle');
}
