// The requirements of the area bootstrap-tokens (37).

import type { AreaRows } from '../requirement.ts';

export const bootstrapTokens: AreaRows = {
  area: 'bootstrap-tokens',
  prefix: 'BOOT',
  count: 37,
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > Bootstrap token secret',
      requirements: [
        { id: 'BOOT-001', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'BOOT-002', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'BOOT-003', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'BOOT-004', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'BOOT-005', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'BOOT-006', kind: 'field', subject: 'apiserver', level: 'may', observe: 'black-box' },
        { id: 'BOOT-007', kind: 'field', subject: 'apiserver', level: 'may', observe: 'black-box' },
        { id: 'BOOT-008', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'BOOT-009', kind: 'field', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'BOOT-010', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'BOOT-011', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'BOOT-012', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'BOOT-013', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'paper' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > Signed cluster-info ConfigMap',
      requirements: [
        { id: 'BOOT-014', kind: 'path', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'BOOT-015', kind: 'field', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'BOOT-016', kind: 'field', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'BOOT-017', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'BOOT-018', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'BOOT-019', kind: 'negative', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'BOOT-020', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box' },
      ],
    },
    {
      document: 2,
      section: 'States and transitions > Bootstrap token',
      requirements: [
        { id: 'BOOT-021', kind: 'transition', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'BOOT-022', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'BOOT-023', kind: 'semantics', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'BOOT-024', kind: 'transition', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'BOOT-025', kind: 'flag', subject: 'controller', level: 'must', observe: 'start-up' },
      ],
    },
    {
      document: 2,
      section: 'Authentication > Methods',
      requirements: [
        { id: 'BOOT-026', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up' },
        { id: 'BOOT-027', kind: 'flag', subject: 'controller', level: 'must', observe: 'start-up' },
        { id: 'BOOT-028', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'BOOT-029', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'BOOT-030', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box' },
        { id: 'BOOT-031', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'paper' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > Bootstrap token secret',
      requirements: [
        { id: 'BOOT-032', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'BOOT-033', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box' },
        { id: 'BOOT-034', kind: 'negative', subject: 'controller', level: 'should', observe: 'black-box' },
        { id: 'BOOT-035', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > Signed cluster-info ConfigMap',
      requirements: [
        { id: 'BOOT-036', kind: 'semantics', subject: 'controller', level: 'must', observe: 'black-box' },
        { id: 'BOOT-037', kind: 'semantics', subject: 'controller', level: 'should', observe: 'black-box' },
      ],
    },
  ],
};
