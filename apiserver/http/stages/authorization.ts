// Asks the authorizers whether the user may do what the request asks (requirements AUTHZ).

import { mapMaybePromise } from '../../../shared/process/async/maybe-promise.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Attributes, Authorizer, Decision } from '../../authorization/contract/authorizer.ts';
import type { UserInfo } from '../../authentication/contract/authenticator.ts';
import { escapeHtml, forbiddenAccess } from '../error/forbidden-access.ts';
import { PlainTextError } from '../error/plain-text-error.ts';
import type { RequestInfo } from '../contract/request-info.ts';
import type { Next, RequestContext, Stage } from '../contract/stage.ts';
import type { Attempts } from './attempt-metrics.ts';

const selectorVerbs: ReadonlySet<string> = new Set(['list', 'watch', 'deletecollection']);

/** For metrics: an allowed request is `allowed`, even if an authorizer before failed. */
export function authorizationResult(decision: Decision): string {
  if (decision.outcome === 'allow') return 'allowed';
  if (decision.error !== undefined) return 'error';
  return decision.outcome === 'deny' ? 'denied' : 'no-opinion';
}

export function authorization(authorizer: Authorizer, vendor: Vendor, attempts: Attempts<Decision>): Stage {
  const decisionKey = vendor.fill('authorization.{api}/decision');
  const reasonKey = vendor.fill('authorization.{api}/reason');
  const forbidsOnError = vendor.behaviour.failedAuthorizationStatus === 403;
  const admit = (
    context: RequestContext,
    next: Next,
    attributes: Attributes,
    decision: Decision,
  ): Promise<void> | void => {
    if (decision.outcome !== 'allow' && decision.error !== undefined && !forbidsOnError) {
      context.annotate(reasonKey, 'internal error');
      const { url } = context.exchange;
      const problem = `Internal Server Error: ${JSON.stringify(url)}: ${decision.error}`;
      throw new PlainTextError(500, `${escapeHtml(problem)}\n`);
    }
    context.annotate(decisionKey, decision.outcome === 'allow' ? 'allow' : 'forbid');
    context.annotate(reasonKey, decision.reason);
    if (decision.outcome !== 'allow') {
      throw forbiddenAccess(attributes, decision.reason);
    }
    return next(context);
  };
  return (next) => (context) => {
    if (context.user === undefined) {
      throw new TypeError('authorization runs after authentication');
    }
    const attributes = attributesOf(context.info, context.user);
    const decision = attempts(() => authorizer.authorize(attributes, context));
    return mapMaybePromise(decision, (known) => admit(context, next, attributes, known));
  };
}

function attributesOf(info: RequestInfo, user: UserInfo): Attributes {
  if (info.kind === 'path') {
    return { kind: 'path', user, verb: info.verb, path: info.path };
  }
  const { verb, group, version, resource, subresource, namespace, name, query } = info;
  const plain: Attributes = { kind: 'resource', user, verb, group, version, resource, subresource, namespace, name };
  if (!selectorVerbs.has(verb)) return plain;
  const fieldSelector = query.get('fieldSelector') ?? '';
  const labelSelector = query.get('labelSelector') ?? '';
  if (fieldSelector === '' && labelSelector === '') return plain;
  return {
    ...plain,
    ...(fieldSelector === '' ? {} : { fieldSelector }),
    ...(labelSelector === '' ? {} : { labelSelector }),
  };
}
