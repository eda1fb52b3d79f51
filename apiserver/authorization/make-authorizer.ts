// Builds the authorization of a server from its configured modes (AUTHZ-040, AUTHZ-043).

import type { Vendor } from '../../shared/vendor/vendor.ts';
import { alwaysAllow } from './always/always-allow.ts';
import { alwaysDeny } from './always/always-deny.ts';
import type { Authorizer } from './contract/authorizer.ts';
import { authorizerChain } from './chain.ts';
import { nodeAuthorizer } from './node/authorizer.ts';
import type { NodeListers } from './node/node-graph.ts';
import { rbacAuthorizer } from './rbac/authorizer.ts';
import { type RbacListers, RuleResolver } from './rbac/resolve.ts';

export const authorizationModes = ['AlwaysAllow', 'AlwaysDeny', 'Node', 'RBAC'] as const;
export type AuthorizationMode = (typeof authorizationModes)[number];

export interface AuthorizerOptions {
  readonly vendor: Vendor;
  /** In the order they are asked. */
  readonly modes: readonly string[];
  readonly listers: RbacListers & NodeListers;
}

export interface Authorization {
  /** The whole chain. */
  readonly authorizer: Authorizer;
  /** The RBAC rules, which the escalation check of admission asks too. */
  readonly rules: RuleResolver;
}

/** Throws TypeError for a mode that is unknown, not available or given twice. */
export function makeAuthorizer({ vendor, modes, listers }: AuthorizerOptions): Authorization {
  const rules = new RuleResolver(listers, vendor);
  const make: Readonly<Record<AuthorizationMode, () => Authorizer>> = {
    AlwaysAllow: alwaysAllow,
    AlwaysDeny: alwaysDeny,
    Node: () => nodeAuthorizer(listers, vendor),
    RBAC: () => rbacAuthorizer(rules),
  };
  if (modes.length === 0) throw new TypeError('at least one authorization mode is needed');
  if (new Set(modes).size < modes.length) throw new TypeError(`authorization modes are repeated: ${modes.join(',')}`);
  const modules = modes.map((mode) => {
    if (!isMode(mode)) {
      throw new TypeError(
        `authorization mode ${JSON.stringify(mode)} is not available; known: ${authorizationModes.join(', ')}`,
      );
    }
    return make[mode]();
  });
  return { authorizer: authorizerChain(modules), rules };
}

function isMode(text: string): text is AuthorizationMode {
  return (authorizationModes as readonly string[]).includes(text);
}
