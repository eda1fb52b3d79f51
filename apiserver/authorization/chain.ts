// Several authorization modules as one: asked in order, the first allow or deny is final, and when none has an opinion
// the request is refused (AUTHZ-001, AUTHZ-008, AUTHZ-009). Members of `system:masters` are allowed before any module
// is asked, with any list of modules (AUTHZ-048, AUTHZ-056).

import { firstDefined, mapMaybePromise } from '../../shared/process/async/maybe-promise.ts';
import type { Asking, UserInfo } from '../authentication/contract/authenticator.ts';
import { joinErrors } from './contract/join-errors.ts';
import type { Attributes, Authorizer, Decision, RuleOf, Rules } from './contract/authorizer.ts';

/** The group that is never refused. */
export const mastersGroup = 'system:masters';

const everything: readonly RuleOf[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

const master: Decision = { outcome: 'allow', reason: '' };

/** `modules` in the order they are asked; an empty list refuses everybody but the masters. */
export function authorizerChain(modules: readonly Authorizer[]): Authorizer {
  const ask = (attributes: Attributes, asking: Asking | undefined): Decision | Promise<Decision> => {
    const reasons: string[] = [];
    const errors: string[] = [];
    const judge = (decision: Decision): Decision | undefined => {
      if (decision.outcome !== 'no-opinion') return decision;
      if (decision.reason !== '') reasons.push(decision.reason);
      if (decision.error !== undefined) errors.push(decision.error);
      return undefined;
    };
    const decided = firstDefined(modules, (module) => mapMaybePromise(module.authorize(attributes, asking), judge));
    return mapMaybePromise(
      decided,
      (decision): Decision =>
        decision ?? {
          outcome: 'no-opinion',
          reason: reasons.join('\n'),
          ...(errors.length === 0 ? {} : { error: joinErrors(errors) }),
        },
    );
  };
  return {
    name: 'union',
    authorize: (attributes, asking) =>
      attributes.user.groups.includes(mastersGroup) ? master : ask(attributes, asking),
    async rulesFor(user: UserInfo, namespace: string): Promise<Rules> {
      if (user.groups.includes(mastersGroup)) return { rules: everything, incomplete: false };
      const parts = await Promise.all(modules.map((module) => module.rulesFor(user, namespace)));
      const errors = parts.flatMap((part) => (part.evaluationError === undefined ? [] : [part.evaluationError]));
      return {
        rules: parts.flatMap((part) => part.rules),
        incomplete: parts.some((part) => part.incomplete),
        ...(errors.length === 0 ? {} : { evaluationError: joinErrors(errors) }),
      };
    },
  };
}
