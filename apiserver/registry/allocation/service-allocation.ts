// Addresses and node ports of services: one address of the service range for each service that has one, one port of the
// node port range for each port that is open on the nodes. Two services never hold the same.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Clock } from '../../../shared/process/clock.ts';
import type { Store } from '../../storage/store.ts';
import type { Service, ServiceSpec } from '../strategies/services.ts';
import type { Allocation, Claim } from './allocation.ts';
import type { Holder } from './pool.ts';
import { randomInt } from 'node:crypto';
import { internalError } from '../../../shared/object/errors.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import { collectionPrefix, objectKey } from '../../storage/keys.ts';
import { hasClusterAddress, hasNodePorts } from '../strategies/services.ts';
import { parseAddressRange } from './address-range.ts';
import { Pool } from './pool.ts';

export interface ServiceAllocationSettings {
  readonly store: Store;
  readonly clock: Clock;
  /** Address range in CIDR form; default `10.0.0.0/24`. */
  readonly serviceRange?: string;
  /** First and last node port; default 30000 to 32767. */
  readonly nodePorts?: { readonly first: number; readonly last: number };
}

type Taken = { readonly pool: Pool; readonly item: string };

export function serviceAllocation(settings: ServiceAllocationSettings): Allocation {
  const { store, clock } = settings;
  const range = parseAddressRange(settings.serviceRange ?? '10.0.0.0/24');
  const ports = settings.nodePorts ?? { first: 30_000, last: 32_767 };
  const addressPool = new Pool({ store, clock, prefix: '/allocations/service-addresses/' });
  const portPool = new Pool({ store, clock, prefix: '/allocations/node-ports/' });
  const collection = collectionPrefix({ group: '', resource: 'services' });

  const holderOf = (object: ApiObject): Holder => ({
    key: objectKey(collection, object.metadata.namespace ?? '', object.metadata.name ?? ''),
    uid: object.metadata.uid ?? '',
  });

  async function takeAny(
    pool: Pool,
    items: Iterable<string>,
    holder: Holder,
    dryRun: boolean,
  ): Promise<string | undefined> {
    for (const item of items) {
      if (dryRun ? await pool.isFree(item, holder) : (await pool.take(item, holder)) === 'taken') return item;
    }
    return undefined;
  }

  async function claim(object: ApiObject, old: ApiObject | undefined, dryRun: boolean): Promise<Claim> {
    const spec = (object as Service).spec;
    const before = old === undefined ? [] : itemsOf((old as Service).spec);
    const held = new Set(before.map(({ item }) => item));
    const holder = holderOf(object);
    const taken: Taken[] = [];
    const errors: FieldError[] = [];

    const wants = async (pool: Pool, item: string, refused: () => FieldError): Promise<void> => {
      if (held.has(item)) return;
      if ((await takeAny(pool, [item], holder, dryRun)) === undefined) errors.push(refused());
      else if (!dryRun) taken.push({ pool, item });
    };
    if (spec !== undefined) {
      await claimAddress(spec, wants);
      await claimPorts(spec, held, wants);
    }
    const undo = async (): Promise<void> => {
      for (const { pool, item } of taken.splice(0)) await pool.giveBack(item, holder);
    };
    if (errors.length > 0) await undo();
    return {
      errors,
      undo,
      settle: async () => {
        taken.splice(0);
        const kept = new Set(itemsOf(spec).map(({ item }) => item));
        for (const { pool, item } of before) if (!kept.has(item) && !dryRun) await pool.giveBack(item, holder);
      },
    };

    async function claimAddress(wanted: ServiceSpec, want: typeof wants): Promise<void> {
      if (!hasClusterAddress(wanted)) return;
      const address = wanted.clusterIP ?? '';
      if (address === '') {
        const found = await takeAny(addressPool, range.candidates(randomInt), holder, dryRun);
        if (found === undefined) throw internalError(new Error('failed to allocate a serviceIP: range is full'));
        if (!dryRun) taken.push({ pool: addressPool, item: found });
        wanted.clusterIP = found;
        wanted.clusterIPs = [found];
        return;
      }
      const lead = 'failed to allocate IP';
      if (!range.contains(address)) {
        errors.push(
          invalidValue(
            'spec.clusterIPs',
            [address],
            `${lead} ${address}: the provided IP (${address}) is not in the valid range. The range of valid IPs is ${range.text}`,
          ),
        );
        return;
      }
      await want(addressPool, address, () =>
        invalidValue('spec.clusterIPs', [address], `${lead} ${address}: provided IP is already allocated`),
      );
    }

    async function claimPorts(wanted: ServiceSpec, already: ReadonlySet<string>, want: typeof wants): Promise<void> {
      if (!hasNodePorts(wanted)) return;
      for (const [index, port] of (wanted.ports ?? []).entries()) {
        const path = `spec.ports[${index}].nodePort`;
        const number = port.nodePort ?? 0;
        if (number === 0) {
          const found = await takeAny(portPool, portCandidates(ports), holder, dryRun);
          if (found === undefined) throw internalError(new Error('failed to allocate a nodePort: range is full'));
          if (!dryRun) taken.push({ pool: portPool, item: found });
          port.nodePort = Number(found);
        } else if (number < ports.first || number > ports.last) {
          const detail = `provided port is not in the valid range. The range of valid ports is ${ports.first}-${ports.last}`;
          if (!already.has(String(number))) errors.push(invalidValue(path, number, detail));
        } else {
          await want(portPool, String(number), () => invalidValue(path, number, 'provided port is already allocated'));
        }
      }
    }
  }

  function itemsOf(spec: ServiceSpec | undefined): readonly Taken[] {
    if (spec === undefined) return [];
    const items: Taken[] = [];
    const address = spec.clusterIP ?? '';
    if (hasClusterAddress(spec) && address !== '') items.push({ pool: addressPool, item: address });
    for (const port of spec.ports ?? []) {
      if ((port.nodePort ?? 0) !== 0) items.push({ pool: portPool, item: String(port.nodePort) });
    }
    return items;
  }

  return {
    group: '',
    resource: 'services',
    claim,
    async release(object) {
      const holder = holderOf(object);
      for (const { pool, item } of itemsOf((object as Service).spec)) await pool.giveBack(item, holder);
    },
  };
}

/** Every port once, beginning at a random one. */
function* portCandidates({ first, last }: { readonly first: number; readonly last: number }): Iterable<string> {
  const size = last - first + 1;
  const start = randomInt(size);
  for (let step = 0; step < size; step++) yield String(first + ((start + step) % size));
}
