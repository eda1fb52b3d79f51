// Certificate signing requests as controllers see them: who asked for what, and what has been decided.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import { parseTime } from '../../../shared/object/time.ts';

export interface RequestCondition {
  readonly type: string;
  readonly status?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastUpdateTime?: string;
  readonly lastTransitionTime?: string;
}

export interface SigningRequest extends ApiObject {
  readonly spec?: {
    /** Base64 of PEM. */
    readonly request?: string;
    readonly signerName?: string;
    readonly usages?: readonly string[];
    readonly expirationSeconds?: number;
    readonly username?: string;
    readonly uid?: string;
    readonly groups?: readonly string[];
    readonly extra?: Readonly<Record<string, readonly string[]>>;
  };
  readonly status?: {
    readonly conditions?: readonly RequestCondition[];
    /** Base64 of PEM. */
    readonly certificate?: string;
  };
}

export type Decision = 'Approved' | 'Denied' | 'Failed';

/** The condition of this type, whatever its status says: each of them is final. */
export function conditionOf(request: SigningRequest, type: Decision): RequestCondition | undefined {
  return request.status?.conditions?.find((condition) => condition.type === type);
}

export function isIssued(request: SigningRequest): boolean {
  return (request.status?.certificate ?? '') !== '';
}

/** When the condition was last written, in milliseconds since the epoch; undefined: not said. */
export function conditionTime({ lastUpdateTime, lastTransitionTime }: RequestCondition): number | undefined {
  const text = lastUpdateTime ?? lastTransitionTime;
  return text === undefined ? undefined : parseTime(text);
}

/** The same request with one more condition. */
export function withCondition(request: SigningRequest, condition: RequestCondition): SigningRequest {
  return {
    ...request,
    status: { ...request.status, conditions: [...(request.status?.conditions ?? []), condition] },
  };
}
