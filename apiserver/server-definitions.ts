// The extension definitions of a server: who follows them, and who works on their status.

import type { Schemas } from '../shared/schema/builtin.ts';
import type { StructSchema } from '../shared/schema/schema.ts';
import type { Loop } from '../shared/process/loop/loop.ts';
import { definitionController } from './controller/definition/definition-controller.ts';
import { LateRules } from '../shared/definition/rule/late-rules.ts';
import { queueMetrics } from './controller/loop/queue-metrics.ts';
import { DefinitionFollower } from './extension/definition/definition-follower.ts';
import type { ServerContext } from './context/server-context.ts';
import type { OutboundCaller } from './outbound/contract/outbound.ts';
import type { Transport } from '../shared/client/contract/transport.ts';
import type { ServerResources } from './assembly/server-resources.ts';

/** Puts the kinds of definitions into the table. */
export function followDefinitions(
  { vendor, clock, log, metrics }: Pick<ServerContext, 'vendor' | 'clock' | 'log' | 'metrics'>,
  {
    table,
    watchCache,
    outbound,
  }: Pick<ServerResources, 'table' | 'watchCache'> & { readonly outbound: OutboundCaller },
  schemas: Schemas,
): DefinitionFollower {
  const group = vendor.fill('apiextensions.{api}');
  const prefix = table.find(group, 'v1', 'customresourcedefinitions')?.storage?.prefix;
  if (prefix === undefined) throw new TypeError('definitions are not stored');
  return new DefinitionFollower({
    vendor,
    clock,
    log,
    metrics,
    outbound,
    table,
    prefix,
    rules: new LateRules(vendor),
    metadata: structOf(schemas.type('meta/v1.ObjectMeta')),
    scale: structOf(schemas.kind('autoscaling', 'v1', 'Scale')),
    cache: () => watchCache.cacheOf(prefix),
    served: metrics.gauge({
      name: 'apiextensions_served_definitions',
      help: 'Definitions whose resources this server serves.',
      stability: 'ALPHA',
    }),
  });
}

/** Runs on every server, independent of the selected controllers: without it no definition is established. */
export function definitionLoops(
  { vendor, clock, log, metrics }: Pick<ServerContext, 'vendor' | 'clock' | 'log' | 'metrics'>,
  masterTransport: Transport,
): readonly Loop[] {
  return definitionController({
    vendor,
    clock,
    log,
    transport: masterTransport,
    observeQueue: queueMetrics(metrics),
  });
}

function structOf(schema: StructSchema | undefined): StructSchema {
  if (schema === undefined) throw new TypeError('a schema that every kind has is missing');
  return schema;
}
