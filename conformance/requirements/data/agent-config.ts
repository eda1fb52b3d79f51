// The requirements of the area agent-config (9).

import type { AreaRows } from '../requirement.ts';

export const agentConfig: AreaRows = {
  area: 'agent-config',
  prefix: 'ACONF',
  count: 9,
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > Node agent configuration merging',
      requirements: [
        { id: 'ACONF-001', kind: 'flag', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'ACONF-002', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'ACONF-003', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'ACONF-004', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'ACONF-005', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'ACONF-006', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'ACONF-007U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper' },
        { id: 'ACONF-008', kind: 'semantics', subject: 'agent', level: 'should', observe: 'start-up' },
        { id: 'ACONF-009', kind: 'semantics', subject: 'agent', level: 'should', observe: 'start-up' },
      ],
    },
  ],
};
