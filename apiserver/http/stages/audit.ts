// Records requests in the audit log. The first stage is outside of all stages that can fail, and records how the request ended.
// The second one comes after authentication, when the user, and therefore the rule of the policy, is known. Without an audit
// policy the pipeline has neither.

import { isIP } from 'node:net';
import { StatusError } from '../../../shared/object/status-error.ts';
import { internalError } from '../../../shared/object/errors.ts';
import type { Auditor, Outcome, RequestFacts } from '../../audit/auditor.ts';
import { PlainTextError } from '../error/plain-text-error.ts';
import { firstValue, joinedValue } from '../header/repeated-headers.ts';
import type { RequestContext, Stage } from '../contract/stage.ts';

/** Addresses of proxies that are believed at most. */
const mostAddresses = 32;

/** Records the end of every request. */
export function audit(auditor: Auditor): Stage {
  return (next) => async (context) => {
    const record = auditor.begin();
    context.audit = record;
    await next(context);
    await record.complete(outcomeOf(context), () => factsOf(context));
  };
}

/** Records that a request was received. Runs after authentication and before impersonation. */
export function auditCaller(): Stage {
  return (next) => async (context) => {
    await context.audit?.received(factsOf(context), context.user);
    await next(context);
  };
}

function outcomeOf(context: RequestContext): Outcome {
  const { failure, answerStatus: code, user } = context;
  if (failure === undefined || context.clientGone || failure instanceof PlainTextError) {
    return { code, failure: undefined, defect: false, user };
  }
  // Where no form of the answer fits, the refusal has none either.
  if (failure instanceof StatusError && failure.status.reason === 'NotAcceptable')
    return { code, failure: undefined, defect: false, user };
  return failure instanceof StatusError
    ? { code, failure: failure.status, defect: false, user }
    : { code, failure: internalError(failure).status, defect: true, user };
}

function factsOf(context: RequestContext): RequestFacts {
  const { exchange, info } = context;
  return {
    auditId: context.auditId,
    uri: exchange.url,
    request: info,
    sourceIps: sourceIps(context),
    userAgent: firstValue(exchange.headers['user-agent']) ?? '',
    longRunning: context.longRunning,
    received: context.received,
    receivedMonotonic: context.receivedMonotonic,
  };
}

/** What proxies say about where the request comes from, and who connected. A call inside of the process is local. */
function sourceIps({ exchange }: RequestContext): readonly string[] {
  const remote = plainAddress(exchange.remoteAddress === '' ? '127.0.0.1' : exchange.remoteAddress);
  const forwarded = joinedValue(exchange.headers['x-forwarded-for']);
  const real = firstValue(exchange.headers['x-real-ip'])?.trim();
  if (forwarded === undefined && real === undefined) return [remote];
  const addresses = (forwarded ?? '')
    .split(',', mostAddresses)
    .map((text) => text.trim())
    .filter((text) => isIP(text) !== 0);
  if (real !== undefined && isIP(real) !== 0 && !addresses.includes(real)) addresses.push(real);
  if (addresses.at(-1) !== remote) addresses.push(remote);
  return addresses;
}

/** An IPv4 address of a socket that listens on both families. */
function plainAddress(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
