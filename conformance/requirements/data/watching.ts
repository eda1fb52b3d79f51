// The requirements of the area watching (49).

import type { AreaRows } from '../contract/requirement.ts';

export const watching: AreaRows = {
  area: 'watching',
  prefix: 'WATCH',
  count: 49,
  sections: [
    {
      document: 1,
      section: 'What the service does',
      requirements: [
        { id: 'WATCH-001', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'One object can be watched' },
        { id: 'WATCH-002', kind: 'verb', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A collection can be watched' },
      ],
    },
    {
      document: 1,
      section: 'Resources and their fields > Watch event',
      requirements: [
        { id: 'WATCH-003', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An event has a type' },
        { id: 'WATCH-004', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An event has an object of the watched kind' },
        { id: 'WATCH-005', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A bookmark carries a version and nothing else' },
        { id: 'WATCH-006', kind: 'field', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A bookmark is of the watched kind' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Watching',
      requirements: [
        { id: 'WATCH-007', kind: 'path', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The form of a watch request' },
        { id: 'WATCH-008', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Creations are reported' },
        { id: 'WATCH-009', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Updates are reported' },
        { id: 'WATCH-010', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Patches are reported' },
        { id: 'WATCH-011', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Removals are reported' },
        { id: 'WATCH-012', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'What lies before the version is not reported' },
        { id: 'WATCH-013', kind: 'ordering', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Events of an object come in order' },
        { id: 'WATCH-014', kind: 'limit', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'History for watches is limited, to five minutes by default' },
        { id: 'WATCH-015', kind: 'status-code', subject: 'apiserver', level: 'must', observe: 'start-up', statement: 'A version that is no longer kept is 410' },
        { id: 'WATCH-016', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box', statement: 'Clients forget what they knew after 410' },
        { id: 'WATCH-017', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box', statement: 'Clients list again after 410' },
        { id: 'WATCH-018', kind: 'semantics', subject: 'client', level: 'must', observe: 'black-box', statement: 'Clients watch from the version of the new list' },
        { id: 'WATCH-019', kind: 'semantics', subject: 'client', level: 'may', observe: 'black-box', statement: 'Clients may go on from their last version' },
        { id: 'WATCH-020', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Every event is a point to go on from' },
        { id: 'WATCH-021', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Bookmarks may come when asked for' },
        { id: 'WATCH-022', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Bookmarks are sent on request' },
        { id: 'WATCH-023', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A bookmark leaves nothing behind it' },
        { id: 'WATCH-024', kind: 'negative', subject: 'client', level: 'must', observe: 'white-box', statement: 'Clients expect bookmarks at no interval' },
        { id: 'WATCH-025', kind: 'negative', subject: 'client', level: 'must', observe: 'black-box', statement: 'Clients need no bookmark' },
        { id: 'WATCH-026', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A streaming list begins with what is there' },
        { id: 'WATCH-027', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A streaming list marks the end of its beginning' },
        { id: 'WATCH-028', kind: 'ordering', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A streaming list has an order' },
        { id: 'WATCH-029', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A streaming list without version is consistent' },
        { id: 'WATCH-030', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An empty version is none' },
        { id: 'WATCH-031', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The mark comes when the request\'s moment is reached' },
        { id: 'WATCH-032', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'The mark comes when the asked version is reached' },
        { id: 'WATCH-033', kind: 'default', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'Streaming lists need no switch' },
        { id: 'WATCH-034', kind: 'negative', subject: 'apiserver', level: 'should', observe: 'black-box', statement: 'Without the wish for bookmarks there is no mark' },
        { id: 'WATCH-035U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'Open: annotations of a bookmark' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Watching > Watch start semantics',
      requirements: [
        { id: 'WATCH-036', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A watch without version begins consistently' },
        { id: 'WATCH-037', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A watch without version begins with what is there' },
        { id: 'WATCH-038', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A watch from zero begins with what is there' },
        { id: 'WATCH-039', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'A watch from 0 may begin in the past' },
        { id: 'WATCH-040', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A watch from a version begins after it' },
        { id: 'WATCH-041', kind: 'negative', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A watch from a version begins in silence' },
        { id: 'WATCH-042', kind: 'semantics', subject: 'client', level: 'must', observe: 'white-box', statement: 'A client that watches from a version knows its state' },
        { id: 'WATCH-043', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'After the beginning the changes follow' },
        { id: 'WATCH-044U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'A watch ends after the time that was asked for' },
      ],
    },
    {
      document: 1,
      section: 'Endpoints > Watching',
      requirements: [
        { id: 'WATCH-045', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'A namespace is watched alone' },
        { id: 'WATCH-046', kind: 'semantics', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An item is watched alone' },
        { id: 'WATCH-047U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'black-box', statement: 'Open: the form of a watch\'s 410' },
      ],
    },
    {
      document: 1,
      section: 'Resources and their fields > Watch event',
      requirements: [
        { id: 'WATCH-048U', kind: 'semantics', subject: 'apiserver', level: 'may', observe: 'paper', statement: 'A removal shows the last state' },
        { id: 'WATCH-049', kind: 'format', subject: 'apiserver', level: 'must', observe: 'black-box', statement: 'An event carries a version to go on from' },
      ],
    },
  ],
};
