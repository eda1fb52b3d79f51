// The range of service addresses of the server's options, as an object: programs that give addresses to services read it
// there. It is made again when it was deleted; one with other ranges is left alone.

import { isDeepStrictEqual } from 'node:util';
import { ApiClient, type ResourceClient } from '../../../shared/client/request/api-client.ts';
import { isAlreadyExists } from '../../../shared/client/request/failure.ts';
import type { Transport } from '../../../shared/client/contract/transport.ts';
import type { ApiObject } from '../../../shared/object/api-object.ts';
import { formatTime } from '../../../shared/object/time.ts';
import type { Clock } from '../../../shared/process/time/clock.ts';
import type { Log } from '../../../shared/process/log/log.ts';
import { type RoundLoop, roundLoop } from '../../../shared/process/loop/round-loop.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import { resourcesOf } from '../api/resources.ts';

export interface DefaultServiceRangeOptions {
  readonly vendor: Vendor;
  readonly clock: Clock;
  readonly log: Log;
  /** Acts as a member of `system:masters`. */
  readonly transport: Transport;
  /** In CIDR form. */
  readonly range: string;
}

/** Milliseconds between two rounds. */
const period = 10_000;
/** Milliseconds after a round that failed. */
const retryPeriod = 1_000;

interface ServiceRange extends ApiObject {
  readonly spec?: { readonly cidrs?: readonly string[] };
  readonly status?: { readonly conditions?: readonly { readonly type?: string; readonly status?: string }[] };
}

/** A failed round is logged and tried again. */
export function serviceRangePublisher(options: DefaultServiceRangeOptions): RoundLoop {
  const { vendor, clock, log, transport, range } = options;
  const ranges = new ApiClient(transport, { clock }).resource<ServiceRange>(resourcesOf(vendor).serviceRanges);
  let warned = false;
  return roundLoop({
    name: 'default-service-range',
    clock,
    period,
    retryPeriod,
    failed: (error) => log.warn('the default range of service addresses is not published yet', { error }),
    async round(signal) {
      const found = await findOrCreate(ranges, options, signal);
      if (isDeepStrictEqual(found.spec?.cidrs, [range])) {
        if (isUndecided(found)) await setReady(ranges, options, signal);
      } else if (!warned) {
        warned = true;
        const stored = (found.spec?.cidrs ?? []).join(',');
        log.warn('the published range of service addresses is not that of --service-cluster-ip-range', {
          stored,
          range,
        });
      }
    },
  });
}

/** Whether it has no condition yet that says whether it can be used; one that is being deleted gets none. */
function isUndecided({ metadata, status }: ServiceRange): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')?.status ?? 'Unknown';
  return metadata.deletionTimestamp === undefined && ready === 'Unknown';
}

async function findOrCreate(
  ranges: ResourceClient<ServiceRange>,
  { vendor, range }: DefaultServiceRangeOptions,
  signal: AbortSignal,
): Promise<ServiceRange> {
  const head = headOf(vendor);
  const found = await ranges.find(head.metadata.name, { signal });
  if (found !== undefined) return found;
  try {
    return await ranges.create({ ...head, spec: { cidrs: [range] } }, { signal });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    return ranges.get(head.metadata.name, { signal });
  }
}

function headOf(vendor: Vendor) {
  return {
    apiVersion: vendor.fill('networking.{api}/v1'),
    kind: 'ServiceCIDR',
    metadata: { name: vendor.fill('{maker}') },
  };
}

async function setReady(
  ranges: ResourceClient<ServiceRange>,
  { vendor, clock }: DefaultServiceRangeOptions,
  signal: AbortSignal,
): Promise<void> {
  const head = headOf(vendor);
  const condition = {
    type: 'Ready',
    status: 'True',
    message: vendor.fill('{Maker} default Service CIDR is ready'),
    lastTransitionTime: formatTime(clock.now()),
  };
  await ranges.patch(
    head.metadata.name,
    'apply',
    { ...head, status: { conditions: [condition] } },
    { subresource: 'status', force: true, fieldManager: vendor.fill('{maker}-service-cidr-controller'), signal },
  );
}
