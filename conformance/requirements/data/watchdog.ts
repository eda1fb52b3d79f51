// The requirements of the area watchdog (6).

import type { AreaRows } from '../requirement.ts';

export const watchdog: AreaRows = {
  area: 'watchdog',
  prefix: 'WDOG',
  count: 6,
  sections: [
    {
      document: 2,
      section: 'Limits',
      requirements: [
        { id: 'WDOG-001', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'WDOG-002', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'WDOG-003', kind: 'semantics', subject: 'agent', level: 'should', observe: 'paper' },
        { id: 'WDOG-004', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'WDOG-005', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up' },
        { id: 'WDOG-006U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper' },
      ],
    },
  ],
};
