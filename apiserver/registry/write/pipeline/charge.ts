// What a write uses of quotas, stored in one commit with the object. Writes that are charged in one namespace take turns, so
// that none of this process loses to another; one that lost to another server is judged once more by the newer quotas.

import type { Charge } from '../../../admission/contract/admission.ts';
import type { KeyChange } from '../../../storage/contract/store.ts';
import type { Draft } from '../contract/write-operation.ts';
import { throwIfOver } from '../../context/throw-if-over.ts';
import { encodeObject } from '../../object/converted-objects.ts';
import { keyOf } from '../../object/stored-objects.ts';

/** A quota changed first. Nothing was written. */
export interface Overtaken {
  readonly outcome: 'overtaken';
}

/** Commits with the quotas that the write is charged to. Throws 403 where another write took what was left, and why the request is over. */
export function withCharge<T extends { readonly outcome: string }>(
  draft: Draft,
  charge: Charge,
  commit: (together: readonly KeyChange[]) => Promise<T | Overtaken>,
): Promise<T> {
  const { parts, operation } = draft;
  const { request, namespace } = operation;
  return parts.writeTurns.take(`quotas of ${namespace}`, request, async () => {
    for (;;) {
      throwIfOver(request);
      const result = await commit(await chargedQuotas(draft, charge));
      if (!isOvertaken(result)) return result;
      await charge.refresh(request.signal);
    }
  });
}

/** Of a commit without quotas, which nothing can overtake. */
export async function uncharged<T extends { readonly outcome: string }>(commit: Promise<T | Overtaken>): Promise<T> {
  const result = await commit;
  if (isOvertaken(result)) throw new TypeError('a write without quotas was overtaken');
  return result;
}

function isOvertaken(result: { readonly outcome: string }): result is Overtaken {
  return result.outcome === 'overtaken';
}

/** The quotas as they are to be stored. What changes in them belongs to the service. */
async function chargedQuotas({ parts, operation }: Draft, charge: Charge): Promise<readonly KeyChange[]> {
  const { request, namespace } = operation;
  const resource = parts.resources.find('', 'v1', 'resourcequotas');
  if (resource === undefined) throw new TypeError('there are no resource quotas');
  const writer = {
    resource,
    subresource: 'status',
    manager: parts.vendor.fill('{short}-apiserver'),
    operation: 'Update',
    time: parts.timeText.of(parts.clock.now()),
  } as const;
  return Promise.all(
    charge.quotas().map(async ({ stored, changed }): Promise<KeyChange> => {
      await parts.fieldOwnership.own(stored, changed, writer, request);
      return {
        key: keyOf(resource, namespace, changed.metadata.name ?? ''),
        value: await encodeObject(resource, changed, request),
        expected: Number(stored.metadata.resourceVersion),
      };
    }),
  );
}
