// The requirements of the area admission (23).

import type { AreaRows } from '../contract/requirement.ts';

export const admission: AreaRows = {
  area: 'admission',
  prefix: 'ADM',
  count: 23,
  sections: [
    {
      document: 2,
      section: 'What the service does',
      requirements: [
        { id: 'ADM-001', kind: 'ordering', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Admission comes after the rights and before the store' },
        { id: 'ADM-002', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Reads are no business of admission' },
        { id: 'ADM-003', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Admission sees creations, changes and removals' },
        { id: 'ADM-004', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Connections to pods are admitted too' },
        { id: 'ADM-005', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Admission is not asked about get, list and watch', sameAs: ['ADM-002'] },
      ],
    },
    {
      document: 2,
      section: 'States and transitions > Admission phases',
      requirements: [
        { id: 'ADM-006', kind: 'ordering', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'What may change the object comes first' },
        { id: 'ADM-007', kind: 'ordering', subject: 'apiserver', level: 'must', observe: 'white-box' },
        { id: 'ADM-008', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'After a change by a webhook the earlier ones are asked again' },
        { id: 'ADM-009', kind: 'ordering', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Policies decide before validating webhooks' },
        { id: 'ADM-010', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'What validates sees the changed object' },
        { id: 'ADM-011', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The first refusal ends the request' },
        { id: 'ADM-012', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A refusal by admission is told' },
        { id: 'ADM-013', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'ADM-014', kind: 'semantics', subject: 'controller', level: 'must', observe: 'black-box', statement: 'What admission counts comes back to the true value' },
        { id: 'ADM-015', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'white-box' },
        { id: 'ADM-016', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'paper' },
        { id: 'ADM-017', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Plug-ins are configured by flags of the service' },
        { id: 'ADM-018', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Objects describe webhooks and policies, and take effect' },
        { id: 'ADM-019', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A policy decides by an expression, without a call to others' },
        { id: 'ADM-020U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'A refusal by admission is a 4xx' },
        { id: 'ADM-021U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'ADM-022', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'What is refused while it could be changed is not validated' },
        { id: 'ADM-023U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
      ],
    },
  ],
};
