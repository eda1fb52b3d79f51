// The requirements of the area exec-credentials (35).

import type { AreaRows } from '../contract/requirement.ts';

export const execCredentials: AreaRows = {
  area: 'exec-credentials',
  prefix: 'EXEC',
  count: 35,
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > ExecCredential',
      requirements: [
        { id: 'EXEC-001', kind: 'field', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-002', kind: 'field', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-003', kind: 'field', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-004', kind: 'field', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-005', kind: 'field', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-006', kind: 'field', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-007', kind: 'field', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-008', kind: 'negative', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-009', kind: 'field', subject: 'client', level: 'may', observe: 'black-box' },
      ],
    },
    {
      document: 2,
      section: 'Authentication > Credential plugins (client side)',
      requirements: [
        { id: 'EXEC-010', kind: 'field', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-011', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-012', kind: 'field', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-013', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-014', kind: 'field', subject: 'client', level: 'may', observe: 'black-box' },
        { id: 'EXEC-015', kind: 'field', subject: 'client', level: 'may', observe: 'black-box' },
        { id: 'EXEC-016', kind: 'field', subject: 'client', level: 'may', observe: 'black-box' },
        { id: 'EXEC-017', kind: 'field', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-018', kind: 'negative', subject: 'client', level: 'should', observe: 'black-box' },
        { id: 'EXEC-019', kind: 'field', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-020', kind: 'field', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-021', kind: 'default', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-022', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-023', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-024', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-025', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-026', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-027', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-028', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-029', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box' },
        { id: 'EXEC-030', kind: 'field', subject: 'client', level: 'must', observe: 'black-box', sameAs: ['EXEC-003'] },
        { id: 'EXEC-031', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'paper' },
        { id: 'EXEC-032U', kind: 'semantics', subject: 'client', level: 'may', observe: 'paper' },
        { id: 'EXEC-033U', kind: 'semantics', subject: 'client', level: 'may', observe: 'black-box' },
        { id: 'EXEC-034', kind: 'semantics', subject: 'client', level: 'should', observe: 'black-box' },
        { id: 'EXEC-035', kind: 'semantics', subject: 'client', level: 'should', observe: 'black-box' },
      ],
    },
  ],
};
