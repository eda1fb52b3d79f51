// The requirements of the area health (27).

import type { AreaRows } from '../contract/requirement.ts';

export const health: AreaRows = {
  area: 'health',
  prefix: 'HEALTH',
  count: 27,
  sections: [
    {
      document: 1,
      section: 'Endpoints > Health endpoints',
      requirements: [
        { id: 'HEALTH-001', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'One path tells whether the service lives' },
        { id: 'HEALTH-002', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'One path tells whether the service takes work' },
        { id: 'HEALTH-003', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The older common health path still answers' },
        { id: 'HEALTH-004', kind: 'semantics', subject: 'client', level: 'should', observe: 'white-box', statement: 'New callers ask /livez and /readyz' },
        { id: 'HEALTH-005', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Liveness checks can be asked one by one' },
        { id: 'HEALTH-006', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Readiness checks can be asked one by one' },
        { id: 'HEALTH-007', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Paths of single checks are alpha' },
        { id: 'HEALTH-008', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The verbose output names the checks' },
        { id: 'HEALTH-009', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A passing check has a line of fixed form' },
        { id: 'HEALTH-010', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The verbose output ends with a summary' },
        { id: 'HEALTH-011', kind: 'semantics', subject: 'client', level: 'should', observe: 'white-box', statement: 'The verbose form is for people' },
        { id: 'HEALTH-012', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A check can be left out' },
        { id: 'HEALTH-013', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Leaving out and verbose output go together' },
        { id: 'HEALTH-014', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A check that was left out is marked so' },
        { id: 'HEALTH-015', kind: 'semantics', subject: 'client', level: 'must', observe: 'white-box', statement: 'Programs look at the status alone' },
        { id: 'HEALTH-016', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', statement: '200 from the liveness path means alive' },
        { id: 'HEALTH-017', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'start-up', statement: '200 from the readiness path means ready' },
        { id: 'HEALTH-018', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'black-box', statement: '200 from the older path means healthy' },
        { id: 'HEALTH-019', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A start has time before liveness fails' },
        { id: 'HEALTH-020', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A stop can be delayed while requests are answered' },
        { id: 'HEALTH-021U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'A failing endpoint does not answer 200' },
        { id: 'HEALTH-022U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Leaving out unknown and several checks' },
        { id: 'HEALTH-023U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'A failing check has a line' },
        { id: 'HEALTH-024U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'The short answer' },
        { id: 'HEALTH-025', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Both newer paths let checks be left out' },
        { id: 'HEALTH-026', kind: 'status-code', subject: 'apiserver', level: 'should', observe: 'black-box', statement: '200 from the path of one check means that it passes' },
        { id: 'HEALTH-027', kind: 'semantics', subject: 'apiserver', level: 'should', observe: 'start-up', statement: 'A stopping service is not ready' },
      ],
    },
  ],
};
