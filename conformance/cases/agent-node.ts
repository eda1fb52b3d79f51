// The node that the agent under test stands for: the agent names it, the API service has it.

import { expectText, fieldOf } from '../wire/expect/object.ts';
import { expectOk } from '../wire/expect/status.ts';
import type { Exchange } from '../wire/exchange.ts';
import { type CaseContext, NotObservable } from './case.ts';

export interface AgentNode {
  readonly name: string;
  readonly path: string;
  /** The object as it is now. */
  read(): Promise<Exchange>;
}

/** Throws NotObservable when the agent does not tell its node, or stands alone. */
export async function agentNode(c: CaseContext): Promise<AgentNode> {
  const summary = await c.agent.get('/stats/summary');
  if (summary.status === 404) throw new NotObservable('the agent does not tell which node it stands for');
  expectOk(summary);
  const name = expectText(summary, 'node.nodeName');
  const path = c.clusterResource('v1', 'nodes').item(name);
  const first = await c.wire.get(path);
  if (first.status === 404) throw new NotObservable('the node of the agent is not registered here');
  expectOk(first);
  return {
    name,
    path,
    read: async () => {
      const found = await c.wire.get(path);
      expectOk(found);
      return found;
    },
  };
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly [key: string]: unknown;
}

export function conditionsOf(node: Exchange): readonly Condition[] {
  return (fieldOf(node, 'status.conditions') ?? []) as readonly Condition[];
}
