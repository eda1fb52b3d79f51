// The requirements of the area abac (21).

import type { AreaRows } from '../contract/requirement.ts';

export const abac: AreaRows = {
  area: 'abac',
  prefix: 'ABAC',
  count: 21,
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > ABAC policy file',
      requirements: [
        { id: 'ABAC-001', kind: 'format', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A policy file holds an object a line' },
        { id: 'ABAC-002', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A policy file holds no list' },
        { id: 'ABAC-003', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A line names its version' },
        { id: 'ABAC-004', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A line names its kind' },
        { id: 'ABAC-005', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A line holds what it matches' },
        { id: 'ABAC-006', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A line may name a user' },
        { id: 'ABAC-007', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A line may name a group' },
        { id: 'ABAC-008', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A group stands for all who are known' },
        { id: 'ABAC-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A group stands for all who are not' },
        { id: 'ABAC-010', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A line names an API group, or all' },
        { id: 'ABAC-011', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A line names a namespace, or all' },
        { id: 'ABAC-012', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A line names a resource, or all' },
        { id: 'ABAC-013', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A line may match all paths' },
        { id: 'ABAC-014', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A line may match the paths below one' },
        { id: 'ABAC-015', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A line that reads allows only get, list and watch' },
        { id: 'ABAC-016', kind: 'field', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A line that reads allows only get of paths' },
        { id: 'ABAC-017', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'What a request does not have is empty' },
        { id: 'ABAC-018', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'One line is enough' },
        { id: 'ABAC-019U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper' },
      ],
    },
    {
      document: 2,
      section: 'Authentication > Authorization > Modes',
      requirements: [
        { id: 'ABAC-020', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Two flags switch lines on' },
        { id: 'ABAC-021', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Lines are read at the start' },
      ],
    },
  ],
};
