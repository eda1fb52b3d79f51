// The requirements of the area declarative-validation (9).

import type { AreaRows } from '../contract/requirement.ts';

export const declarativeValidation: AreaRows = {
  area: 'declarative-validation',
  prefix: 'DECLVAL',
  count: 9,
  sections: [
    {
      document: 2,
      section: 'Authentication > Declarative validation (admission of API objects)',
      requirements: [
        { id: 'DECLVAL-001', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Declared rules are judged by default' },
        { id: 'DECLVAL-002', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'white-box' },
        { id: 'DECLVAL-003', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Declared rules do not decide by default' },
        { id: 'DECLVAL-004', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'What declared rules find is answered when they decide' },
        { id: 'DECLVAL-005', kind: 'default', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'What is validated by hand is answered by default' },
        { id: 'DECLVAL-006', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'white-box' },
        { id: 'DECLVAL-007', kind: 'metric', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Differences between both are counted' },
        { id: 'DECLVAL-008', kind: 'flag', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'The gate switches the comparison off' },
        { id: 'DECLVAL-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'Rules that are off decide nothing' },
      ],
    },
  ],
};
