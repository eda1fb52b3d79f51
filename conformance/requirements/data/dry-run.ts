// The requirements of the area dry-run (31).

import type { AreaRows } from '../contract/requirement.ts';

export const dryRun: AreaRows = {
  area: 'dry-run',
  prefix: 'DRY',
  count: 31,
  sections: [
    {
      document: 1,
      section: 'Endpoints > Dry run',
      requirements: [
        { id: 'DRY-001', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A create can be tried out' },
        { id: 'DRY-002', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A PUT can be tried out' },
        { id: 'DRY-003', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A PATCH can be tried out' },
        { id: 'DRY-004', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A delete can be tried out' },
        { id: 'DRY-005', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A dry run asks admission' },
        { id: 'DRY-006', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Trying out validates' },
        { id: 'DRY-007', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Trying out merges patches' },
        { id: 'DRY-008', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Trying out fills defaults in' },
        { id: 'DRY-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Trying out checks the fields against the schema' },
        { id: 'DRY-010', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Trying out stores nothing' },
        { id: 'DRY-011', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A dry run takes nothing that others use' },
        { id: 'DRY-012', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The answer of a trial looks like the real one and has its status' },
        { id: 'DRY-013', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The parameter without a value asks for no trial' },
        { id: 'DRY-014', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', noCase: 'every webhook that can be configured has no side effects on a trial' },
        { id: 'DRY-015', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The admission that comes with the service goes with dry runs' },
        { id: 'DRY-016', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A webhook says that it has no side effects, and is told what is a trial' },
        { id: 'DRY-017', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'A generated name of a trial need not be the final one' },
        { id: 'DRY-018', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Times may differ in a dry run' },
        { id: 'DRY-019', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'The uid may differ in a dry run' },
        { id: 'DRY-020', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'The version may differ in a dry run' },
        { id: 'DRY-021', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'What admission sets may differ in a dry run' },
        { id: 'DRY-022', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Allocated addresses and ports may differ in a dry run' },
        { id: 'DRY-023', kind: 'permission', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A trial takes the same right as the real request' },
        { id: 'DRY-024U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', noCase: 'every webhook that can be configured has no side effects on a trial' },
        { id: 'DRY-025U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
        { id: 'DRY-026U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Open: the status for other values of dryRun; a refusal is expected' },
        { id: 'DRY-027', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A collection can be deleted as a trial' },
        { id: 'DRY-028', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'A trial fails where the real request would' },
        { id: 'DRY-029', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Trying an apply out moves no ownership' },
        { id: 'DRY-030', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A trial asks webhooks without side effects' },
      ],
    },
    {
      document: 1,
      section: 'Resources and their fields > Delete options',
      requirements: [
        { id: 'DRY-031', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'A trial of a delete can also be asked for in its options' },
      ],
    },
  ],
};
