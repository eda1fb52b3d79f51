// The requirements of the area watchdog (6).

import type { AreaRows } from '../contract/requirement.ts';

export const watchdog: AreaRows = {
  area: 'watchdog',
  prefix: 'WDOG',
  count: 6,
  sections: [
    {
      document: 2,
      section: 'Limits',
      requirements: [
        { id: 'WDOG-001', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up', statement: 'The agent tells the watchdog twice in its interval' },
        { id: 'WDOG-002', kind: 'limit', subject: 'agent', level: 'must', observe: 'start-up', statement: 'The interval is 1 s at least' },
        { id: 'WDOG-003', kind: 'semantics', subject: 'agent', level: 'should', observe: 'paper', statement: 'An interval of 15 s is good' },
        { id: 'WDOG-004', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up', statement: 'An interval of 0 is off' },
        { id: 'WDOG-005', kind: 'semantics', subject: 'agent', level: 'must', observe: 'start-up', statement: 'No interval is off' },
        { id: 'WDOG-006U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper', statement: 'Open: how it is told, and what a sick agent does' },
      ],
    },
  ],
};
