// Builds the authorization of a server from its modules (AUTHZ-040, AUTHZ-043).

import { mapMaybePromise } from '../../shared/process/async/maybe-promise.ts';
import type { Counter } from '../../shared/process/metric/metrics.ts';
import type { Vendor } from '../../shared/vendor/vendor.ts';
import { alwaysAllow } from './always/always-allow.ts';
import { alwaysDeny } from './always/always-deny.ts';
import type { Attributes, Authorizer, Decision } from './contract/authorizer.ts';
import { authorizerChain } from './chain.ts';
import { nodeAuthorizer } from './node/authorizer.ts';
import type { NodeListers } from './node/node-graph.ts';
import { rbacAuthorizer } from './rbac/authorizer.ts';
import { type RbacListers, RuleResolver } from './rbac/resolve.ts';

export const authorizationModes = ['AlwaysAllow', 'AlwaysDeny', 'ABAC', 'Webhook', 'Node', 'RBAC'] as const;
export type AuthorizationMode = (typeof authorizationModes)[number];

/** One module, as it is named in configuration and metrics. What is not built in here comes ready. */
export type AuthorizationModule =
  | { readonly type: 'AlwaysAllow' | 'AlwaysDeny' | 'Node' | 'RBAC'; readonly name: string }
  | { readonly type: 'ABAC' | 'Webhook'; readonly name: string; readonly authorizer: Authorizer };

export interface AuthorizerOptions {
  readonly vendor: Vendor;
  /** In the order they are asked. Another list takes the place of the one before at once. */
  readonly modules: () => readonly AuthorizationModule[];
  readonly listers: RbacListers & NodeListers;
  /** Counts final decisions by the labels `type`, `name` and `decision`. */
  readonly decisions: Counter;
}

export interface Authorization {
  /** The whole chain. */
  readonly authorizer: Authorizer;
  /** The RBAC rules, which the escalation check of admission asks too. */
  readonly rules: RuleResolver;
}

export function makeAuthorizer({ vendor, modules, listers, decisions }: AuthorizerOptions): Authorization {
  const rules = new RuleResolver(listers, vendor);
  // What they know of objects outlives a change of the list.
  const node = once(() => nodeAuthorizer(listers, vendor));
  const rbac = once(() => rbacAuthorizer(rules));
  const authorizerOf = (module: AuthorizationModule): Authorizer => {
    switch (module.type) {
      case 'AlwaysAllow':
        return alwaysAllow();
      case 'AlwaysDeny':
        return alwaysDeny();
      case 'Node':
        return node();
      case 'RBAC':
        return rbac();
      case 'ABAC':
      case 'Webhook':
        return module.authorizer;
    }
  };
  let built: { readonly of: readonly AuthorizationModule[]; readonly chain: Authorizer } | undefined;
  const chain = (): Authorizer => {
    const wanted = modules();
    if (built?.of !== wanted) {
      const asked = wanted.map((module) => counted(module, authorizerOf(module), decisions));
      built = { of: wanted, chain: authorizerChain(asked) };
    }
    return built.chain;
  };
  return {
    authorizer: {
      name: 'union',
      authorize: (attributes, asking) => chain().authorize(attributes, asking),
      rulesFor: (user, namespace) => chain().rulesFor(user, namespace),
    },
    rules,
  };
}

/** The same module, whose final decisions are counted. */
function counted({ type, name }: AuthorizationModule, authorizer: Authorizer, decisions: Counter): Authorizer {
  const allowed = decisions.series({ type, name, decision: 'allowed' });
  const denied = decisions.series({ type, name, decision: 'denied' });
  const count = (decision: Decision): Decision => {
    if (decision.outcome === 'allow') allowed.increment();
    else if (decision.outcome === 'deny') denied.increment();
    return decision;
  };
  return {
    name: authorizer.name,
    authorize: (attributes: Attributes, asking) => mapMaybePromise(authorizer.authorize(attributes, asking), count),
    rulesFor: (user, namespace) => authorizer.rulesFor(user, namespace),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
