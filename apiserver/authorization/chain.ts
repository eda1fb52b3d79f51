// Several authorization modules as one: asked in order, the first allow or deny is final, and when none has an opinion
// the request is refused (AUTHZ-001, AUTHZ-008, AUTHZ-009). Members of `system:masters` are let through before any module
// is asked, whichever modules there are (AUTHZ-048, AUTHZ-056).

import type { UserInfo } from '../authentication/contract/authenticator.ts';
import type { Attributes, Authorizer, Decision, RuleOf, Rules } from './contract/authorizer.ts';

/** The group that is never refused. */
export const mastersGroup = 'system:masters';

const everything: readonly RuleOf[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

const master: Decision = { outcome: 'allow', reason: '' };
const noOpinion: Decision = { outcome: 'no-opinion', reason: '' };

function reasonsWith(before: readonly string[], { reason }: Decision): readonly string[] {
  return reason === '' ? before : [...before, reason];
}

/** `modules` in the order they are asked; an empty list refuses everybody but the masters. */
export function authorizerChain(modules: readonly Authorizer[]): Authorizer {
  /** Goes on with the module at `first`; `reasons`: what those before it had to say. Waits only for a module that does. */
  const ask = (
    attributes: Attributes,
    signal: AbortSignal | undefined,
    first: number,
    reasons: readonly string[],
  ): Decision | Promise<Decision> => {
    let said = reasons;
    for (let at = first; at < modules.length; at += 1) {
      const decision = modules[at]?.authorize(attributes, signal) ?? noOpinion;
      if (decision instanceof Promise) {
        const before = said;
        return decision.then((known) =>
          known.outcome === 'no-opinion' ? ask(attributes, signal, at + 1, reasonsWith(before, known)) : known,
        );
      }
      if (decision.outcome !== 'no-opinion') return decision;
      said = reasonsWith(said, decision);
    }
    return { outcome: 'no-opinion', reason: said.join('\n') };
  };
  return {
    name: 'union',
    authorize: (attributes, signal) =>
      attributes.user.groups.includes(mastersGroup) ? master : ask(attributes, signal, 0, []),
    async rulesFor(user: UserInfo, namespace: string): Promise<Rules> {
      if (user.groups.includes(mastersGroup)) return { rules: everything, incomplete: false };
      const parts = await Promise.all(modules.map((module) => module.rulesFor(user, namespace)));
      const errors = parts.flatMap((part) => (part.evaluationError === undefined ? [] : [part.evaluationError]));
      return {
        rules: parts.flatMap((part) => part.rules),
        incomplete: parts.some((part) => part.incomplete),
        ...(errors.length === 0 ? {} : { evaluationError: errors.join(', ') }),
      };
    },
  };
}
