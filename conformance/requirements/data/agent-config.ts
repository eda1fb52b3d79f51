// The requirements of the area agent-config (9).

import type { AreaRows } from '../contract/requirement.ts';

export const agentConfig: AreaRows = {
  area: 'agent-config',
  prefix: 'ACONF',
  count: 9,
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > Node agent configuration merging',
      requirements: [
        { id: 'ACONF-001', kind: 'flag', subject: 'agent', level: 'must', observe: 'start-up', statement: 'A folder of files overlays the configuration' },
        { id: 'ACONF-002', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up', statement: 'A plain value replaces that field alone' },
        { id: 'ACONF-003', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up', statement: 'Structures are merged field by field' },
        { id: 'ACONF-004', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up', statement: 'Lists are replaced whole' },
        { id: 'ACONF-005', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up', statement: 'Maps are merged key by key' },
        { id: 'ACONF-006', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up', noCase: 'no field of the agent has that form', statement: 'A list in a map is replaced whole' },
        { id: 'ACONF-007U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper', statement: 'Open: order and names of the files' },
        { id: 'ACONF-008', kind: 'semantics', subject: 'agent', level: 'should', observe: 'start-up', statement: 'Other fields stay' },
        { id: 'ACONF-009', kind: 'semantics', subject: 'agent', level: 'should', observe: 'start-up', statement: 'New keys are added' },
      ],
    },
  ],
};
