// Certificate signing requests: who asked is written down by the service and never by the client, the request never
// changes, and its status only through its sub-resources.

import type { ApiObject } from '../../../shared/object/api-object.ts';
import type { FieldError } from '../../../shared/object/field-error.ts';
import type { Vendor } from '../../../shared/vendor/vendor.ts';
import type { Strategy } from '../resource.ts';
import { isDeepStrictEqual } from 'node:util';
import { parseRequest, RequestError } from '../../../shared/certificates/request.ts';
import { extendedUsages, isUsage, keyUsageBits } from '../../../shared/certificates/usage.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../shared/object/field-error-message.ts';

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

const shortestLifetimeSeconds = 600;
const allUsages = [...Object.keys(keyUsageBits), ...Object.keys(extendedUsages)].sort();

export function certificateSigningRequestStrategy(vendor: Vendor): Strategy {
  const legacySigner = vendor.fill('{label}/legacy-unknown');

  function validate({ spec }: CertificateSigningRequest): readonly FieldError[] {
    const errors: FieldError[] = [];
    errors.push(...requestErrors(spec?.request ?? ''));
    for (const fault of usageErrors(spec?.usages ?? [])) errors.push(fault);
    const signer = spec?.signerName ?? '';
    if (signer === '') errors.push(required('spec.signerName'));
    else if (signer === legacySigner) {
      errors.push(invalidValue('spec.signerName', signer, 'the legacy signerName is not allowed via this API version'));
    } else if (!/^[^/]+\.[^/]+\/.+$/.test(signer)) {
      errors.push(
        invalidValue(
          'spec.signerName',
          signer,
          'must be a fully qualified domain and path of the form "example.com/signer-name"',
        ),
      );
    }
    const lifetime = spec?.expirationSeconds;
    if (lifetime !== undefined && lifetime < shortestLifetimeSeconds) {
      errors.push(
        invalidValue(
          'spec.expirationSeconds',
          lifetime,
          'may not specify a duration less than 600 seconds (10 minutes)',
        ),
      );
    }
    return errors;
  }

  return {
    prepareCreate(object, { username, uid, groups, extra }) {
      const request = object as CertificateSigningRequest;
      const { username: _username, uid: _uid, groups: _groups, extra: _extra, ...asked } = request.spec ?? {};
      request.spec = {
        ...asked,
        username,
        ...(uid === undefined ? {} : { uid }),
        ...(groups.length === 0 ? {} : { groups: [...groups] }),
        ...(extra.size === 0
          ? {}
          : { extra: Object.fromEntries([...extra].map(([key, values]) => [key, [...values]])) }),
      };
    },
    validateCreate: (object) => validate(object),
    prepareUpdate(object, old) {
      // The request is as it was made, whatever the client sends.
      const { spec } = old as CertificateSigningRequest;
      if (spec !== undefined) (object as CertificateSigningRequest).spec = spec;
    },
    validateStatusUpdate: (object, old) => decisionErrors(object, old),
  };
}

/** The request must be readable; whether its signature holds is the signer's business. */
function requestErrors(request: string): readonly FieldError[] {
  try {
    parseRequest(Buffer.from(request, 'base64').toString('latin1'));
    return [];
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return [invalidValue('spec.request', request, error.message)];
  }
}

function usageErrors(usages: readonly string[]): readonly FieldError[] {
  if (usages.length === 0) return [required('spec.usages', 'usages must contain at least one value')];
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, usage] of usages.entries()) {
    const place = `spec.usages[${index}]`;
    if (!isUsage(usage)) errors.push(notSupported(place, usage, allUsages));
    else if (seen.has(usage)) errors.push(duplicateValue(place, usage));
    seen.add(usage);
  }
  return errors;
}

/** What has been decided, and a certificate that has been issued, stays. */
function decisionErrors(now: CertificateSigningRequest, before: CertificateSigningRequest): readonly FieldError[] {
  const errors: FieldError[] = [];
  const conditions = now.status?.conditions ?? [];
  for (const type of ['Approved', 'Denied', 'Failed']) {
    const was = before.status?.conditions?.find((condition) => condition.type === type);
    if (was !== undefined && !conditions.some((condition) => condition.type === type)) {
      errors.push(forbiddenField('status.conditions', `updates may not remove a condition of type "${type}"`));
    }
  }
  const certificate = before.status?.certificate ?? '';
  if (certificate !== '' && now.status?.certificate !== certificate) {
    errors.push(forbiddenField('status.certificate', 'updates may not modify or remove a certificate that was issued'));
  }
  const types = conditions.map((condition) => condition.type);
  if (types.includes('Approved') && types.includes('Denied')) {
    errors.push(invalidValue('status.conditions', types, 'Approved and Denied conditions are mutually exclusive'));
  }
  return errors;
}

/** `approval` changes the conditions and nothing else; `status` leaves the decision alone. */
export function sameDecision(now: CertificateSigningRequest, before: CertificateSigningRequest): boolean {
  const decision = (request: CertificateSigningRequest): readonly Condition[] =>
    (request.status?.conditions ?? []).filter(({ type }) => type === 'Approved' || type === 'Denied');
  return isDeepStrictEqual(decision(now), decision(before));
}
