// Certificate signing requests as the server reads them, and what is decided about them.

import type { ApiObject } from '../../../../../shared/object/api-object.ts';
import { formatTime } from '../../../../../shared/object/time.ts';

export interface Condition {
  type?: string;
  status?: string;
  reason?: string;
  message?: string;
  lastUpdateTime?: string;
  lastTransitionTime?: string;
}

export interface CertificateSigningRequest extends ApiObject {
  spec?: {
    request?: string;
    signerName?: string;
    usages?: string[];
    expirationSeconds?: number;
    username?: string;
    uid?: string;
    groups?: string[];
    extra?: Record<string, string[]>;
  };
  status?: { conditions?: Condition[]; certificate?: string };
}

/** The conditions with a time wherever the client gave none: that of the former one that says the same, else `now`. */
export function timedConditions(
  sent: readonly Condition[] | undefined,
  before: readonly Condition[] | undefined,
  now: number,
): Condition[] | undefined {
  return sent?.map((condition) => {
    const former = before?.find(({ type }) => type === condition.type);
    const time = formatTime(now);
    const same = former !== undefined && former.status === condition.status;
    const sameWords = same && former.reason === condition.reason && former.message === condition.message;
    return {
      ...condition,
      lastUpdateTime: condition.lastUpdateTime ?? (sameWords ? former.lastUpdateTime : undefined) ?? time,
      lastTransitionTime: condition.lastTransitionTime ?? (same ? former.lastTransitionTime : undefined) ?? time,
    };
  });
}
