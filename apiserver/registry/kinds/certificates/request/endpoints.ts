// The sub-resources of signing requests: approval and status.

import type { Strategy } from '../../../contract/resource.ts';
import type { UpdateStrategy } from '../../../contract/update-strategy.ts';
import type { CertificateSigningRequest, Condition } from './decision.ts';
import { keepOnly } from '../../../object/preserve-fields.ts';
import { timedConditions } from './decision.ts';
import { approvalErrors, signingErrors } from './decision-validation.ts';

/** Conditions of a signing request. */
export const approval = (strategy: Strategy): UpdateStrategy => ({
  subresource: 'approval',
  prepare(object, old, now) {
    const sent = (object as CertificateSigningRequest).status?.conditions;
    keepOnly(object, old, ['metadata']);
    const before = (old as CertificateSigningRequest).status;
    const { conditions: _conditions, ...rest } = before ?? {};
    const conditions = timedConditions(sent, before?.conditions, now);
    (object as CertificateSigningRequest).status = { ...rest, ...(conditions === undefined ? {} : { conditions }) };
  },
  validate: (object, old) => [...(strategy.validateCreate?.(object) ?? []), ...approvalErrors(object, old)],
});

/** Certificate and conditions of a signing request, but not the decision about it. */
export const signing = (strategy: Strategy): UpdateStrategy => ({
  subresource: 'status',
  prepare(object, old, now) {
    keepOnly(object, old, ['status', 'metadata']);
    const { status } = object as CertificateSigningRequest;
    const before = (old as CertificateSigningRequest).status?.conditions;
    const conditions = timedConditions(withDecision(status?.conditions, before), before, now);
    if (status !== undefined && conditions !== undefined) status.conditions = conditions;
  },
  validate: (object, old) => [...(strategy.validateCreate?.(object) ?? []), ...signingErrors(object, old)],
});

/**
 * A decision that is sent again says what it said before, whatever is sent about it. One that is new or left out stays as it was
 * sent, for the validation to refuse.
 */
function withDecision(
  sent: readonly Condition[] | undefined,
  before: readonly Condition[] = [],
): readonly Condition[] | undefined {
  let result = sent;
  for (const decision of ['Approved', 'Denied']) {
    const isOne = ({ type }: Condition): boolean => type === decision;
    const known = before.filter(isOne);
    if (result?.filter(isOne).length !== known.length) continue;
    let next = 0;
    result = result.map((condition) => (isOne(condition) ? (known[next++] as Condition) : condition));
  }
  return result;
}
