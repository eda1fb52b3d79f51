// Certificate signing requests: who asked is written down by the service and never by the client, the request never
// changes, and its status only through its sub-resources.

import type { FieldError } from '../../../../shared/object/field-error.ts';
import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import type { CertificateSigningRequest, Condition } from './request/decision.ts';
import { readCertificate } from '../../../../shared/certificates/certificate.ts';
import { DerError } from '../../../../shared/certificates/der-reader.ts';
import { fromPem, PemError, toPem } from '../../../../shared/certificates/pem.ts';
import { parseRequest, RequestError } from '../../../../shared/certificates/request.ts';
import { extendedUsages, isUsage, keyUsageBits } from '../../../../shared/certificates/usage.ts';
import { addAll } from '../../../../shared/object/add-all.ts';
import { humanDuration } from '../../../../shared/object/duration.ts';
import {
  duplicateValue,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
} from '../../../../shared/object/field-error-message.ts';
import { atPath } from '../fields/selectable-fields.ts';
import { column } from '../printers/columns.ts';
import { age, made, name, printer, text } from '../printers/fields.ts';
import { getPatchUpdate } from '../row/verbs.ts';

const shortestLifetimeSeconds = 600;
const allUsages = [...Object.keys(keyUsageBits), ...Object.keys(extendedUsages)].sort();

function certificateSigningRequestStrategy(vendor: Vendor): Strategy {
  const legacySigner = vendor.fill('{label}/legacy-unknown');

  function validate({ spec }: CertificateSigningRequest): readonly FieldError[] {
    const errors: FieldError[] = [];
    addAll(errors, requestErrors(spec?.request ?? ''));
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
    nameRule: 'path-segment',
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
  const conditions = now.status?.conditions ?? [];
  const errors: FieldError[] = [...conditionErrors(conditions)];
  for (const type of decisions) {
    const was = before.status?.conditions?.find((condition) => condition.type === type);
    if (was !== undefined && !conditions.some((condition) => condition.type === type)) {
      errors.push(forbiddenField('status.conditions', `updates may not remove a condition of type "${type}"`));
    }
  }
  const [issued, certificate] = [before.status?.certificate ?? '', now.status?.certificate ?? ''];
  if (issued !== '' && certificate !== issued) {
    errors.push(forbiddenField('status.certificate', 'updates may not modify or remove a certificate that was issued'));
  } else if (issued !== certificate) {
    addAll(errors, certificateErrors(certificate));
  }
  return errors;
}

const decisions = ['Approved', 'Denied', 'Failed'];

/** Each type once, and what is final is true. */
function conditionErrors(conditions: readonly Condition[]): readonly FieldError[] {
  const errors: FieldError[] = [];
  const types = conditions.map(({ type = '' }) => type);
  for (const [index, { type = '', status = '' }] of conditions.entries()) {
    const place = `status.conditions[${index}]`;
    if (type === '') errors.push(required(`${place}.type`));
    else if (types.indexOf(type) < index) errors.push(duplicateValue(`${place}.type`, type));
    const supported = decisions.includes(type) ? ['True'] : ['True', 'False', 'Unknown'];
    if (status === '') errors.push(required(`${place}.status`));
    else if (!supported.includes(status)) errors.push(notSupported(`${place}.status`, status, supported));
  }
  if (types.includes('Approved') && types.includes('Denied')) {
    errors.push(invalidValue('status.conditions', types, 'Approved and Denied conditions are mutually exclusive'));
  }
  return errors;
}

/** One certificate or a chain of them, as PEM and nothing else. */
function certificateErrors(certificate: string): readonly FieldError[] {
  const fault = (detail: string): readonly FieldError[] => [
    invalidValue('status.certificate', '<certificate data>', detail),
  ];
  const pem = Buffer.from(certificate, 'base64').toString('latin1');
  try {
    const blocks = fromPem(pem, 'CERTIFICATE');
    if (blocks.length === 0) return fault('must contain at least one PEM block "CERTIFICATE"');
    for (const block of blocks) readCertificate(toPem('CERTIFICATE', block));
    return [];
  } catch (error) {
    if (error instanceof PemError || error instanceof DerError) return fault(error.message);
    throw error;
  }
}

const certificateSigningRequestPrinter = printer(
  name,
  age,
  text('SignerName', 'spec.signerName', '<none>'),
  text('Requestor', 'spec.username'),
  made(column('RequestedDuration', 'string', 'Lifetime asked for.'), (object) => {
    const seconds = (object as CertificateSigningRequest).spec?.expirationSeconds;
    return seconds === undefined ? '<none>' : humanDuration(seconds * 1000);
  }),
  made(column('Condition', 'string', 'What has been decided, and what came of it.'), (object) => {
    const { status } = object as CertificateSigningRequest;
    const has = (type: string): boolean => status?.conditions?.some((condition) => condition.type === type) === true;
    const words = [has('Approved') ? 'Approved' : '', has('Denied') ? 'Denied' : '', has('Failed') ? 'Failed' : ''];
    if (!has('Approved') && !has('Denied')) words[0] = 'Pending';
    if ((status?.certificate ?? '') !== '') words.push('Issued');
    return words.filter((word) => word !== '').join(',');
  }),
);

export default {
  group: 'certificates.{api}',
  kind: 'CertificateSigningRequest',
  name: 'certificatesigningrequests',
  namespaced: false,
  versions: [{ version: 'v1' }],
  shortNames: ['csr'],
  subresources: [{ name: 'approval', kind: 'CertificateSigningRequest', verbs: getPatchUpdate }, 'status'],
  strategy: certificateSigningRequestStrategy,
  printer: certificateSigningRequestPrinter,
  selectableFields: atPath('spec.signerName'),
} satisfies KindRecord;
