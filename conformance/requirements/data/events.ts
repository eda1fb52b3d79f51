// The requirements of the area events (27).

import type { AreaRows } from '../contract/requirement.ts';

export const events: AreaRows = {
  area: 'events',
  prefix: 'EVT',
  count: 27,
  sections: [
    {
      document: 1,
      section: 'Events',
      requirements: [
        { id: 'EVT-001', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'white-box', statement: 'Nothing but watches tells of changes' },
        { id: 'EVT-002', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A watch event has two members' },
        { id: 'EVT-003', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A creation is reported as ADDED' },
        { id: 'EVT-004', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A watch without version begins with ADDED events' },
        { id: 'EVT-005', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A watch from zero begins with ADDED events' },
        { id: 'EVT-006', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A streaming list begins with ADDED events' },
        { id: 'EVT-007', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'ADDED carries the object in full' },
        { id: 'EVT-008', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An update is reported as MODIFIED' },
        { id: 'EVT-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A patch is reported as MODIFIED' },
        { id: 'EVT-010', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'MODIFIED carries the state after the change' },
        { id: 'EVT-011', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Bookmarks come to those who asked for them' },
        { id: 'EVT-012', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A bookmark stands for everything up to its version' },
        { id: 'EVT-013', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Bookmarks come whenever, or never' },
        { id: 'EVT-014', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A streaming list with bookmarks ends its initial events with one' },
        { id: 'EVT-015', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A bookmark\'s object is nearly empty' },
        { id: 'EVT-016U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Open: the event type of a removal; one event of another type is expected' },
        { id: 'EVT-017U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'A watch that cannot go on is told by an ERROR event with a Status' },
      ],
    },
    {
      document: 1,
      section: 'Events > events.{api}/v1 resource',
      requirements: [
        { id: 'EVT-018', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An event object is normal or a warning' },
        { id: 'EVT-019', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An event object says what was done' },
        { id: 'EVT-020', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An event object says why' },
        { id: 'EVT-021', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An event object names its controller' },
        { id: 'EVT-022', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An event object names the instance of its controller' },
        { id: 'EVT-023', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An event object names what it regards' },
        { id: 'EVT-024', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An event object carries its time' },
        { id: 'EVT-025', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The time of the last repetition is told' },
        { id: 'EVT-026', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The number of repetitions is told' },
        { id: 'EVT-027U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Open: the status for an event object that lacks something; a refusal is expected' },
      ],
    },
  ],
};
