// An agent that a case starts with flags of its own, joined to the API service that the case speaks to. Between the two stands
// what passes its requests on as those of its node, keeps them, and fails as the case wants.

import type { NodeRequest, NodeService } from '../launch/node-service.ts';
import { startNodeService } from '../launch/node-service.ts';
import { expectOk } from '../wire/expect/status.ts';
import { expectEqual, expectThat } from '../wire/expect/value.ts';
import { textAt } from '../wire/json-path.ts';
import { type ConfigurationFlags, withConfiguration } from './agent-config.ts';
import { type Condition, conditionsOf } from './agent-node.ts';
import type { CaseContext, OwnAgent } from './case.ts';

/** Milliseconds for what an agent does within seconds: many times that, for hosts with much else to do. */
export const agentPatience = 40_000;

export interface JoiningAgent {
  /** Of its node; default one that no other case uses. */
  readonly name?: string;
  /** Default: the flag that gives it that name. */
  readonly flags?: readonly string[];
  /** Fields of its configuration file. */
  readonly configuration?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface JoinedAgent {
  readonly agent: OwnAgent;
  readonly service: NodeService;
  /** Paths of its node and of its lease. */
  readonly node: string;
  readonly lease: string;
  /** A condition of the node as the API service has it now; undefined without node or condition. */
  condition(type: string): Promise<Condition | undefined>;
  /** The time of the last renewal, in milliseconds since the epoch by the agent's clock; NaN without a lease. */
  renewedAt(): Promise<number>;
  /** Waits until the node is there, and ready. */
  untilReady(): Promise<void>;
}

/** Starts the agent; node and lease are removed after the case. */
export async function withJoinedAgent(
  c: CaseContext,
  joining: JoiningAgent,
  work: (joined: JoinedAgent) => Promise<void>,
): Promise<void> {
  const {
    name = c.unique('node'),
    flags = [`--hostname-override=${name}`],
    environment = {},
    configuration = {},
  } = joining;
  const node = c.clusterResource('v1', 'nodes').item(name);
  const lease = c.resource('coordination.{api}/v1', 'leases', c.vendor.fill('{short}-node-lease')).item(name);
  c.removeLater(node);
  c.removeLater(lease);
  const service = await startNodeService(c.as(`system:node:${name}`, 'system:nodes'), c.clock);
  try {
    await withConfiguration(c, { 'main.yaml': configuration }, async ([main = '']: ConfigurationFlags) => {
      const agent = await c.launchAgent({ flags: [main, ...flags], environment, joins: service.address });
      const condition = async (type: string) =>
        conditionsOf(await c.wire.get(node)).find((condition) => condition.type === type);
      await work({
        agent,
        service,
        node,
        lease,
        condition,
        renewedAt: async () => Date.parse(textAt((await c.wire.get(lease)).json(), 'spec.renewTime')),
        untilReady: () =>
          c.eventually(async () => expectEqual('Ready', (await condition('Ready'))?.status, 'True'), agentPatience),
      });
    });
  } finally {
    await service.close();
  }
}

/** Whether an answered request wrote the lease, or the status of the node. */
export function isRenewal({ lease }: JoinedAgent, { method, path }: NodeRequest): boolean {
  return path === lease && method !== 'GET';
}

export function isStatusWrite({ node }: JoinedAgent, { method, path }: NodeRequest): boolean {
  return path === `${node}/status` && method !== 'GET';
}

/**
 * Waits until so many more requests of a kind were answered in a way, counted from now on.
 * @param within milliseconds
 */
export async function untilAnswered(
  c: CaseContext,
  { service }: JoinedAgent,
  wanted: { readonly what: string; readonly count: number; readonly by: 'success' | 'failure' },
  isMeant: (request: NodeRequest) => boolean,
  within = agentPatience,
): Promise<void> {
  const begun = service.requests.length;
  const { what, count, by } = wanted;
  await c.eventually(async () => {
    const since = service.requests.slice(begun).filter(isMeant);
    const meant = since.filter(({ status }) => status < 300 === (by === 'success'));
    expectThat(`${what}, answered by ${by}`, meant.length >= count, `${count} or more`, meant.length);
  }, within);
}

const lie = { type: 'PIDPressure', status: 'True', reason: 'ConformanceTest', message: 'not true' };

/** Makes the service tell something of the node that is not so, which its agent then has to correct. */
export async function tellALie(c: CaseContext, { node }: JoinedAgent): Promise<void> {
  expectOk(await c.wire.patch(`${node}/status`, 'strategic', { status: { conditions: [lie] } }));
}

/** Fails while the lie stands. */
export async function expectCorrected(joined: JoinedAgent): Promise<void> {
  const reason = (await joined.condition('PIDPressure'))?.['reason'];
  expectThat('reason of PIDPressure', ![undefined, lie.reason].includes(reason as string), 'that of the agent', reason);
}
