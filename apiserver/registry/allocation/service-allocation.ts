// Addresses and node ports of services: one address of the service range for each service that has one, one port of the
// node port range for each port that is open on the nodes. Two services never hold the same.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Entry, Store } from '../../storage/contract/store.ts';
import type { Service, ServiceSpec } from '../kinds/core/service/service.ts';
import type { AddressRange } from './address-range.ts';
import type { Allocator, Allocation } from './allocation.ts';
import type { Holder } from './pool.ts';
import { randomInt } from 'node:crypto';
import { internalError } from '../../../shared/object/errors.ts';
import { invalidValue } from '../../../shared/object/field-error-message.ts';
import type { Behaviour } from '../../../shared/vendor/vendor.ts';
import { collectionPrefix, objectKey } from '../../storage/format/keys.ts';
import { decodeStored } from '../../storage/format/stored-object.ts';
import { newFamilyErrors, unservedErrors } from '../kinds/core/service/service-families.ts';
import { hasClusterAddress, hasHealthPort, hasNodePorts, mayHaveNodePorts } from '../kinds/core/service/service.ts';
import { parseAddressRange } from './address-range.ts';
import { Pool } from './pool.ts';

export interface ServiceAllocationSettings {
  readonly store: Store;
  readonly clock: Clock;
  /** Called with an item that could not be released. */
  readonly onKept: (item: string, error: unknown) => void;
  /** Address range in CIDR form; default `10.0.0.0/24`. */
  readonly serviceRange?: string;
  /** First and last node port; default 30000 to 32767. */
  readonly nodePorts?: PortRange;
  /** Status of a refused port for health checks. */
  readonly healthPortStatus: Behaviour['healthPortStatus'];
}

interface PortRange {
  readonly first: number;
  readonly last: number;
}

interface Pools extends Pick<ServiceAllocationSettings, 'onKept' | 'healthPortStatus'> {
  readonly addresses: Pool;
  readonly range: AddressRange;
  readonly ports: Pool;
  readonly portRange: PortRange;
}

const healthPort = 'HealthCheck NodePort';

/** Throws TypeError for a range that is none. */
export function serviceAllocator(settings: ServiceAllocationSettings): Allocator {
  const { store, clock, onKept, healthPortStatus } = settings;
  const holds = (holder: Entry, wanted: string): boolean =>
    itemsOf(pools, (decodeStored(holder) as Service).spec).some(({ item }) => item === wanted);
  const pools: Pools = {
    onKept,
    healthPortStatus,
    addresses: new Pool({ store, clock, prefix: '/allocations/service-addresses/', holds }),
    range: parseAddressRange(settings.serviceRange ?? '10.0.0.0/24'),
    ports: new Pool({ store, clock, prefix: '/allocations/node-ports/', holds }),
    portRange: settings.nodePorts ?? { first: 30_000, last: 32_767 },
  };
  return {
    group: '',
    resource: 'services',
    async allocate(object, old, dryRun) {
      const claim = new ServiceClaim(pools, object, old, dryRun);
      await claim.make();
      return claim;
    },
    async release(object) {
      await giveBack(pools, itemsOf(pools, (object as Service).spec), holderOf(object));
    },
  };
}

function portsExhausted(name: string): Error {
  return internalError(new Error(`failed to allocate a ${name}: range is full`));
}

interface Item {
  readonly pool: Pool;
  readonly item: string;
}

class ServiceClaim implements Allocation {
  readonly errors: FieldError[] = [];
  readonly #pools: Pools;
  readonly #spec: ServiceSpec | undefined;
  readonly #holder: Holder;
  readonly #dryRun: boolean;
  readonly #isNew: boolean;
  /** What the stored service holds already. */
  readonly #before: readonly Item[];
  readonly #held: ReadonlySet<string>;
  readonly #taken: Item[] = [];

  constructor(pools: Pools, object: ApiObject, old: ApiObject | undefined, dryRun: boolean) {
    this.#pools = pools;
    this.#spec = (object as Service).spec;
    this.#holder = holderOf(object);
    this.#dryRun = dryRun;
    this.#isNew = old === undefined;
    this.#before = old === undefined ? [] : itemsOf(pools, (old as Service).spec);
    this.#held = new Set(this.#before.map(({ item }) => item));
  }

  async make(): Promise<void> {
    if (this.#spec === undefined) return;
    if (this.#isNew) this.errors.push(...newFamilyErrors(this.#spec));
    else if (this.#before.length === 0) this.errors.push(...unservedErrors(this.#spec));
    if (this.errors.length > 0) return;
    try {
      await this.#claimAddress(this.#spec);
      await this.#claimPorts(this.#spec);
    } catch (error) {
      await this.rollback();
      throw error;
    }
    if (this.errors.length > 0) await this.rollback();
  }

  async rollback(): Promise<void> {
    await giveBack(this.#pools, this.#taken.splice(0), this.#holder);
  }

  async commit(): Promise<void> {
    this.#taken.splice(0);
    if (this.#dryRun) return;
    const kept = new Set(itemsOf(this.#pools, this.#spec).map(({ item }) => item));
    const left = this.#before.filter(({ item }) => !kept.has(item));
    await giveBack(this.#pools, left, this.#holder);
  }

  async #claimAddress(spec: ServiceSpec): Promise<void> {
    if (!hasClusterAddress(spec)) return;
    const { addresses, range } = this.#pools;
    const address = spec.clusterIP ?? '';
    if (address === '') {
      const found = await this.#takeAny(addresses, range.candidates(randomInt));
      if (found === undefined) throw internalError(new Error('failed to allocate a serviceIP: range is full'));
      spec.clusterIP = found;
      spec.clusterIPs = [found];
      return;
    }
    if (this.#held.has(address)) return;
    const refuse = (why: string): void => {
      this.errors.push(invalidValue('spec.clusterIPs', [address], `failed to allocate IP ${address}: ${why}`));
    };
    // A dry run asks the range itself, and only whether the address is in it.
    if (!range.contains(address)) {
      const outside = `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${range.text}`;
      refuse(this.#dryRun ? outside : 'the provided network does not match the current range');
    } else if (!this.#dryRun && (await this.#takeAny(addresses, [address])) === undefined) {
      refuse('provided IP is already allocated');
    }
  }

  async #claimPorts(spec: ServiceSpec): Promise<void> {
    const ports = mayHaveNodePorts(spec) ? (spec.ports ?? []) : [];
    const { first, last } = this.#pools.portRange;
    // Before any is taken: each costs a write, and a body can ask for tens of thousands.
    if (ports.length > last - first + 1) throw portsExhausted('nodePort');
    /** By number: ports of a new service that differ in their protocol only share a node port. */
    const shared = new Map<number | undefined, number>();
    const askedBeside = (number: number | undefined): number =>
      ports.find(({ port, nodePort = 0 }) => port === number && nodePort !== 0)?.nodePort ?? 0;
    for (const [index, port] of ports.entries()) {
      const asked = port.nodePort ?? 0;
      if (asked === 0 && !hasNodePorts(spec)) continue;
      const known = shared.get(port.port);
      if (known !== undefined && (asked === 0 || asked === known)) {
        port.nodePort = known;
        continue;
      }
      const wanted = asked === 0 && this.#isNew ? askedBeside(port.port) : asked;
      const number = await this.#claimPort(wanted, `spec.ports[${index}].nodePort`, 'nodePort');
      if (number === undefined) continue;
      port.nodePort = number;
      if (this.#isNew && known === undefined) shared.set(port.port, number);
    }
    if (!hasHealthPort(spec)) return;
    const number = await this.#claimPort(spec.healthCheckNodePort ?? 0, 'spec.healthCheckNodePort', healthPort);
    if (number !== undefined) spec.healthCheckNodePort = number;
  }

  /** The port of this number, or for 0 any; undefined when it cannot be had, which is one of the errors then. */
  async #claimPort(number: number, path: string, name: string): Promise<number | undefined> {
    const { ports, portRange } = this.#pools;
    if (number === 0) {
      const found = await this.#takeAny(ports, portCandidates(portRange));
      if (found === undefined) throw portsExhausted(name);
      return Number(found);
    }
    if (this.#held.has(String(number))) return number;
    const { first, last } = portRange;
    // A dry run asks only whether the port is taken, which one out of the range never is.
    if (!this.#dryRun && (number < first || number > last)) {
      const detail = `provided port is not in the valid range. The range of valid ports is ${first}-${last}`;
      this.#refusePort(number, path, name, detail);
    } else if ((await this.#takeAny(ports, [String(number)])) === undefined) {
      this.#refusePort(number, path, name, 'provided port is already allocated');
    } else {
      return number;
    }
    return undefined;
  }

  #refusePort(number: number, path: string, name: string, detail: string): void {
    const isDefect = name === healthPort && this.#pools.healthPortStatus === 500;
    // What is wrong with the other ports goes first.
    if (isDefect && this.errors.length === 0)
      throw internalError(new Error(`failed to allocate requested ${name} ${number}: ${detail}`));
    this.errors.push(invalidValue(path, number, detail));
  }

  /** The first item without another holder; a dry run does not take it. */
  async #takeAny(pool: Pool, items: Iterable<string>): Promise<string | undefined> {
    for (const item of items) {
      if (this.#dryRun) {
        if (await pool.isFree(item, this.#holder)) return item;
      } else if ((await pool.take(item, this.#holder)) === 'taken') {
        this.#taken.push({ pool, item });
        return item;
      }
    }
    return undefined;
  }
}

async function giveBack({ onKept }: Pools, items: readonly Item[], holder: Holder): Promise<void> {
  for (const { pool, item } of items) await pool.giveBack(item, holder).catch((error: unknown) => onKept(item, error));
}

function holderOf({ metadata }: ApiObject): Holder {
  const collection = collectionPrefix({ group: '', resource: 'services' });
  return { key: objectKey(collection, metadata.namespace ?? '', metadata.name ?? ''), uid: metadata.uid ?? '' };
}

function itemsOf({ addresses, ports }: Pools, spec: ServiceSpec | undefined): readonly Item[] {
  if (spec === undefined) return [];
  const items: Item[] = [];
  const address = spec.clusterIP ?? '';
  if (hasClusterAddress(spec) && address !== '') items.push({ pool: addresses, item: address });
  for (const port of spec.ports ?? []) {
    if ((port.nodePort ?? 0) !== 0) items.push({ pool: ports, item: String(port.nodePort) });
  }
  const { healthCheckNodePort: health = 0 } = spec;
  if (hasHealthPort(spec) && health !== 0) items.push({ pool: ports, item: String(health) });
  return items;
}

/** Every port once, beginning at a random one. */
function* portCandidates({ first, last }: PortRange): Iterable<string> {
  const size = last - first + 1;
  const start = randomInt(size);
  for (let step = 0; step < size; step++) yield String(first + ((start + step) % size));
}
