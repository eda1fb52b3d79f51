// The tables of role bindings and certificate signing requests.

import type { ApiObject } from '../../../../shared/object/api-object.ts';
import type { Cell, TablePrinter } from '../../contract/resource.ts';
import type { CertificateSigningRequest } from '../certificates/certificate-signing-requests.ts';
import { humanDuration } from '../../../../shared/object/duration.ts';
import { column, wide } from './columns.ts';
import { age, made, name, printer, text } from './fields.ts';

interface Binding extends ApiObject {
  readonly roleRef?: { readonly kind?: string; readonly name?: string };
  readonly subjects?: readonly { readonly kind?: string; readonly name?: string; readonly namespace?: string }[];
}

export const bindingPrinter: TablePrinter = printer(
  name,
  made(column('Role', 'string', 'The role that is given.'), (object) => {
    const { roleRef } = object as Binding;
    return `${roleRef?.kind ?? ''}/${roleRef?.name ?? ''}`;
  }),
  age,
  made(wide('Users', 'string', 'Users it is given to.'), (object) => subjects(object, 'User')),
  made(wide('Groups', 'string', 'Groups it is given to.'), (object) => subjects(object, 'Group')),
  made(wide('ServiceAccounts', 'string', 'Service accounts it is given to.'), (object) =>
    subjects(object, 'ServiceAccount'),
  ),
);

function subjects(object: ApiObject, kind: string): Cell {
  return ((object as Binding).subjects ?? [])
    .filter((subject) => subject.kind === kind)
    .map((subject) =>
      kind === 'ServiceAccount' ? `${subject.namespace ?? ''}/${subject.name ?? ''}` : (subject.name ?? ''),
    )
    .join(', ');
}

export const certificateSigningRequestPrinter: TablePrinter = printer(
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
