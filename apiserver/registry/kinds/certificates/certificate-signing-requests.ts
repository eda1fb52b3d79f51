// Certificate signing requests: who asked is written down by the service and never by the client, the request never
// changes, and its status only through its sub-resources.

import type { Vendor } from '../../../../shared/vendor/vendor.ts';
import type { KindRecord } from '../../contract/kind.ts';
import type { Strategy } from '../../contract/resource.ts';
import type { CertificateSigningRequest } from './request/decision.ts';
import { humanDuration } from '../../../../shared/object/duration.ts';
import { atPath } from '../fields/selectable-fields.ts';
import { column } from '../printers/columns.ts';
import { age, made, name, printer, text } from '../printers/fields.ts';
import { getPatchUpdate } from '../row/verbs.ts';
import { approval, signing } from './request/endpoints.ts';
import { outcomeErrors } from './request/decision-validation.ts';
import { requestErrors, requestTolerances } from './request/request-validation.ts';

function certificateSigningRequestStrategy(vendor: Vendor): Strategy {
  return {
    nameRule: 'path-segment',
    tolerances: requestTolerances,
    prepareCreate(object, { username, uid, groups, extra }) {
      const request = object as CertificateSigningRequest;
      const { username: _username, uid: _uid, groups: _groups, extra: _extra, ...asked } = request.spec ?? {};
      request.spec = {
        ...asked,
        ...(username === '' ? {} : { username }),
        ...(uid === undefined ? {} : { uid }),
        ...(groups.length === 0 ? {} : { groups: [...groups] }),
        ...(extra.size === 0
          ? {}
          : { extra: Object.fromEntries([...extra].map(([key, values]) => [key, [...values]])) }),
      };
    },
    validateCreate: (object) => requestErrors(object, vendor),
    validateUpdate: (object, old) => [...requestErrors(object, vendor), ...outcomeErrors(object, old)],
    prepareUpdate(object, old) {
      // The request is as it was made, whatever the client sends.
      const { spec } = old as CertificateSigningRequest;
      if (spec !== undefined) (object as CertificateSigningRequest).spec = spec;
    },
  };
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
  subresources: [
    { name: 'approval', kind: 'CertificateSigningRequest', verbs: getPatchUpdate, update: approval },
    { name: 'status', kind: 'CertificateSigningRequest', verbs: getPatchUpdate, update: signing },
  ],
  strategy: certificateSigningRequestStrategy,
  printer: certificateSigningRequestPrinter,
  selectableFields: atPath('spec.signerName'),
} satisfies KindRecord;
