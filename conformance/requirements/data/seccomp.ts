// The requirements of the area seccomp (22).

import type { AreaRows } from '../contract/requirement.ts';

export const seccomp: AreaRows = {
  area: 'seccomp',
  prefix: 'SECC',
  count: 22,
  noCase: 'a rule that notifies needs a program that is notified',
  sections: [
    {
      document: 2,
      section: 'Resources and their fields > Security-profile (seccomp) settings',
      requirements: [
        { id: 'SECC-001', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A pod takes a profile for its containers' },
        { id: 'SECC-002', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A container takes a profile of its own' },
        { id: 'SECC-003', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An initial container takes a profile of its own' },
        { id: 'SECC-004', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An ephemeral container takes a profile of its own' },
        { id: 'SECC-005', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Other types of profiles than the three are refused' },
        { id: 'SECC-006', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A profile of the node needs the name of its file' },
        { id: 'SECC-007', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: "A container's own profile counts before that of its pod" },
        { id: 'SECC-008', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A container without a profile has that of its pod' },
        { id: 'SECC-009', kind: 'path', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A profile of the node is read from the folder of its agent' },
        { id: 'SECC-010', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A container whose profile is not on its node is not created, and says so' },
        { id: 'SECC-011', kind: 'format', subject: 'agent', level: 'must', observe: 'black-box', noCase: 'a profile with a default number has to allow every other call by name' },
        { id: 'SECC-012', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'The number of the default action is a number' },
        { id: 'SECC-013', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'A rule has calls, an action, a number and arguments' },
        { id: 'SECC-014', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box' },
        { id: 'SECC-015', kind: 'field', subject: 'agent', level: 'must', observe: 'black-box', statement: 'The action of old is that which ends the thread' },
        { id: 'SECC-016', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper' },
        { id: 'SECC-017', kind: 'negative', subject: 'agent', level: 'must', observe: 'black-box', statement: 'No profile notifies of every call' },
        { id: 'SECC-018', kind: 'negative', subject: 'agent', level: 'must', observe: 'white-box' },
      ],
    },
    {
      document: 2,
      section: 'Errors',
      requirements: [
        { id: 'SECC-019', kind: 'status-code', subject: 'agent', level: 'must', observe: 'black-box', sameAs: ['SECC-010'], statement: 'The reason of a container without its profile is that of its creation' },
      ],
    },
    {
      document: 2,
      section: 'Resources and their fields > Security-profile (seccomp) settings',
      requirements: [
        { id: 'SECC-020U', kind: 'semantics', subject: 'agent', level: 'may', observe: 'paper' },
        { id: 'SECC-021', kind: 'semantics', subject: 'agent', level: 'must', observe: 'black-box', statement: 'Initial and ephemeral containers have the profile of their pod' },
        { id: 'SECC-022', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'A name of a file without its type is refused' },
      ],
    },
  ],
};
