// What a write uses of quotas, stored in one commit with the object. Writes that are charged in one namespace take turns, so
// that none of this process loses to another; one that lost to another server is judged once more by the newer quotas.

import type { Charge } from '../../../admission/contract/admission.ts';
import { type KeyChange, mostTogether, StoreUnavailableError } from '../../../storage/contract/store.ts';
import type { Draft } from '../contract/write-operation.ts';
import { throwIfOver } from '../../context/throw-if-over.ts';
import { encodeObject } from '../../object/converted-objects.ts';
import { keyOf } from '../../object/stored-objects.ts';
import { type ChargedQuota, ChargesAhead } from './charges-ahead.ts';

/** Bytes of quotas in one commit: etcd takes 1.5 MiB with the object. */
const mostBytes = 512 * 1024;

/** A quota changed first. Nothing was written. */
export interface Overtaken {
  readonly outcome: 'overtaken';
}

/**
 * Commits with the quotas that the write is charged to. More of them than one commit takes are charged ahead of it, and get back
 * what they had where the write does not come to anything. Throws 403 where another write took what was left, and why the request
 * is over.
 */
export function withCharge<T extends { readonly outcome: string }>(
  draft: Draft,
  charge: Charge,
  commit: (together: readonly KeyChange[]) => Promise<T | Overtaken>,
): Promise<T> {
  const { parts, operation } = draft;
  const { request, namespace } = operation;
  return parts.writeTurns.take(`quotas of ${namespace}`, request, async () => {
    const ahead = new ChargesAhead(parts.store);
    try {
      for (;;) {
        throwIfOver(request);
        const due = await chargedQuotas(draft, charge, ahead.paid);
        const next = due.slice(0, fitting(due));
        if (next.length < due.length) {
          if (await ahead.charge(next)) continue;
        } else {
          const result = await commit(next.map(({ change }) => change));
          if (result.outcome === 'lost' || result.outcome === 'unchanged') await ahead.giveBack();
          if (!isOvertaken(result)) return result;
        }
        await charge.refresh(request.signal);
      }
    } catch (error) {
      // Where it is not known whether the object is there, what it uses stays counted.
      if (!(error instanceof StoreUnavailableError) || error.refused) await ahead.giveBack();
      throw error;
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

/** How many of them one commit takes; at least one. */
function fitting(due: readonly ChargedQuota[]): number {
  let bytes = 0;
  const over = due.findIndex(({ change }) => (bytes += change.value?.length ?? 0) > mostBytes);
  return Math.min(over < 0 ? due.length : Math.max(over, 1), mostTogether);
}

/** The quotas as they are to be stored. What changes in them belongs to the service. */
async function chargedQuotas(
  { parts, operation }: Draft,
  charge: Charge,
  paid: ReadonlySet<string>,
): Promise<readonly ChargedQuota[]> {
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
    charge.quotas(paid).map(async ({ stored, changed }): Promise<ChargedQuota> => {
      await parts.fieldOwnership.own(stored, changed, writer, request);
      return {
        uid: stored.metadata.uid ?? '',
        change: {
          key: keyOf(resource, namespace, changed.metadata.name ?? ''),
          value: await encodeObject(resource, changed, request),
          expected: Number(stored.metadata.resourceVersion),
        },
      };
    }),
  );
}
